/**
 * What every stage stands on: seeds, threads, fingerprints, files that appear whole or not at all.
 *
 * <p>Nothing here knows about rows, graphs or networks.
 */
package io.kith.base;
