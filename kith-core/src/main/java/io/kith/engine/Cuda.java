package io.kith.engine;

import io.kith.base.BadInputException;
import org.bytedeco.cuda.cudart.CUgraphExec_st;
import org.bytedeco.cuda.cudart.CUgraph_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.cuda.CUDAStream;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * One GPU's queue of work. While it is open, everything the engine does on this thread goes to that
 * queue, in order; nothing waits for the GPU until something is read back.
 *
 * <p>Belongs to the thread that opened it.
 */
public final class Cuda implements AutoCloseable {
  private final Device device;
  private final CUDAStream before;
  private final CUDAStream stream;
  private final boolean tensorFloatBefore;

  /** Opens a queue on a GPU that is there. */
  public Cuda(Compute compute) {
    device = compute.device();
    device.require();
    if (device.index() < 0) {
      throw new IllegalArgumentException("a queue needs a GPU, but the device was " + device);
    }
    try (PointerScope scope = Engine.scope()) {
      byte index = (byte) device.index();
      check(cudart.cudaSetDevice(device.index()));
      before = torch_cuda.getCurrentCUDAStream(index).retainReference();
      stream = torch_cuda.getStreamFromPool(false, index).retainReference();
      torch_cuda.setCurrentCUDAStream(stream);
      tensorFloatBefore = torch.globalContext().allowTF32CuBLAS();
      torch.globalContext().setAllowTF32CuBLAS(compute.precision() == Precision.TF32);
    }
  }

  public Device device() {
    return device;
  }

  /** How to make a tensor on this GPU; made in the caller's scope. */
  public TensorOptions options(ScalarType type) {
    return device.options(type);
  }

  /** Waits until all work is done. */
  public void await() {
    stream.synchronize();
  }

  /** The queue itself, for calls beside the engine's; made in the caller's scope. */
  CUstream_st queue() {
    return stream.stream();
  }

  /**
   * Records work instead of doing it, to be done again and again without the host's help.
   *
   * <p>The work is done twice before, so that libraries have settled and memory is at hand. Tensors
   * it makes stay alive, at the same place, as long as the graph does. It must not read anything
   * back.
   */
  public Graph record(Runnable work) {
    for (int warmUp = 0; warmUp < 2; warmUp++) {
      try (PointerScope scope = Engine.scope()) {
        work.run();
      }
    }
    await();
    PointerScope kept = Engine.scope();
    CUgraph_st recorded = new CUgraph_st();
    check(cudart.cudaStreamBeginCapture(queue(), cudart.cudaStreamCaptureModeThreadLocal));
    try {
      work.run();
    } finally {
      check(cudart.cudaStreamEndCapture(queue(), recorded));
    }
    CUgraphExec_st ready = new CUgraphExec_st();
    check(cudart.cudaGraphInstantiate(ready, recorded, 0));
    check(cudart.cudaGraphDestroy(recorded));
    kept.detach(ready);
    return new Graph(ready, kept);
  }

  /** Recorded work. */
  public final class Graph implements AutoCloseable {
    private final CUgraphExec_st ready;
    private final PointerScope kept;

    private Graph(CUgraphExec_st ready, PointerScope kept) {
      this.ready = ready;
      this.kept = kept;
    }

    /** Puts the work into the queue once more. */
    public void launch() {
      try (PointerScope scope = Engine.scope()) {
        check(cudart.cudaGraphLaunch(ready, queue()));
      }
    }

    @Override
    public void close() {
      await();
      check(cudart.cudaGraphExecDestroy(ready));
      kept.close();
    }
  }

  @Override
  public void close() {
    await();
    torch_cuda.setCurrentCUDAStream(before);
    torch.globalContext().setAllowTF32CuBLAS(tensorFloatBefore);
    stream.releaseReference();
    before.releaseReference();
  }

  /** Turns an error code of CUDA into an exception. */
  static void check(int status) {
    if (status == cudart.cudaErrorMemoryAllocation) {
      throw new BadInputException(
          "the GPU has not enough memory: choose a smaller --batch-size or network.");
    }
    if (status != cudart.cudaSuccess) {
      throw new IllegalStateException("CUDA: " + cudart.cudaGetErrorString(status).getString());
    }
  }
}
