package io.kith.engine;

import org.bytedeco.pytorch.Tensor;

/**
 * Numbers on a GPU, handed from one part of a step to the next; lives in the scope that made it.
 */
public record GpuArray(Tensor tensor) {}
