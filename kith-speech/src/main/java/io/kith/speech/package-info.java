/**
 * From a folder of recorded speech to frames with phone labels.
 *
 * <pre>
 * folder --Corpus--> utterances --AudioFile, Segmentation--> samples and phones
 *        --Mfcc--> 39 values per frame --per speaker--> normalised --Frames--> Dataset of 351 values
 * </pre>
 *
 * <p>{@link io.kith.speech.synthesis} makes such a folder for those who have no corpus at hand.
 */
package io.kith.speech;
