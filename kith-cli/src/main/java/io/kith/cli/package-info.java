/**
 * The {@code kith} command: strings become options here and nowhere else, and only here is anything
 * printed.
 */
package io.kith.cli;
