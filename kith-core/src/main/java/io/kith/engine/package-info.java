/**
 * The only door to native code: libtorch through JavaCPP.
 *
 * <p>Everything that is a matrix product goes through here, on the CPU or on a GPU. Native types
 * appear in signatures of this package and nowhere else in a public one. Every operation runs on
 * one engine thread; Kith splits the work itself ({@link io.kith.base.Parallel}), so that results
 * do not depend on the number of threads.
 */
package io.kith.engine;
