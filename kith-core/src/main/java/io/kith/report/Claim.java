package io.kith.report;

/**
 * What a paper claims of a figure, and what this run measured.
 *
 * @param paper the claim, in our words
 * @param measured the numbers by which the verdict was reached
 */
public record Claim(String paper, Verdict verdict, String measured) {}
