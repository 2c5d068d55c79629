/** Benchmarks: each shows a stage beside a peer or beside the hardware's limit, in one run. */
package io.kith.bench;
