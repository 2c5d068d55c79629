package io.kith.speech;

import java.nio.file.Path;

/**
 * One recorded sentence of a corpus.
 *
 * @param id region, speaker and sentence in lower case, {@code dr1/fcjf0/si1027}
 * @param speaker {@code fcjf0}
 * @param phones the .PHN file; where it is missing, the place where it should be
 */
public record Utterance(String id, String speaker, Part part, Path audio, Path phones) {}
