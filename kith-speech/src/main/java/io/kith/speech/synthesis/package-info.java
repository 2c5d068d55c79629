/**
 * Speech made by rule, for those who have no corpus at hand.
 *
 * <pre>
 * Grammar --words--> Pronouncer --phones--> Timing --segments--> Tracks --formants--> Voice --sound
 *   --> Surroundings (room, channel, noise) --> SyntheticCorpus (files)
 * </pre>
 *
 * <p>Everything random comes from one {@link io.kith.base.Seed}; the same seed gives the same
 * bytes.
 */
package io.kith.speech.synthesis;
