package io.kith.engine;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.cuda.cudart.CUevent_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A place on a GPU for numbers that the host writes anew for every step.
 *
 * <p>Several pages of page-locked memory take turns, so the host writes the next steps while the
 * GPU still reads the last: it waits only when it is as many steps ahead as there are pages.
 */
public final class Upload implements AutoCloseable {
  private static final int PAGES = 8;

  private final Cuda cuda;
  private final Tensor longs;
  private final Tensor floats;
  private final List<Page> pages = new ArrayList<>();
  private int turn;

  /** What the host writes for one step. */
  public static final class Page {
    private final Tensor longTensor;
    private final Tensor floatTensor;
    private final LongPointer longs;
    private final FloatPointer floats;
    private final CUevent_st read = new CUevent_st();

    private Page(int longCount, int floatCount) {
      longTensor = torch.zeros(new long[] {longCount}, locked(ScalarType.Long)).retainReference();
      floatTensor =
          torch.zeros(new long[] {floatCount}, locked(ScalarType.Float)).retainReference();
      longs = longTensor.data_ptr_long().retainReference();
      floats = floatTensor.data_ptr_float().retainReference();
      Cuda.check(cudart.cudaEventCreateWithFlags(read, cudart.cudaEventDisableTiming));
    }

    public void set(int at, long value) {
      longs.put(at, value);
    }

    public void set(int at, float value) {
      floats.put(at, value);
    }

    /** Copies the front of an array to a place among the floats. */
    public void set(int at, float[] values, int count) {
      floats.getPointer(at).put(values, 0, count);
    }

    /** Copies the front of an array to a place among the longs. */
    public void set(int at, long[] values, int count) {
      longs.getPointer(at).put(values, 0, count);
    }

    private static TensorOptions locked(ScalarType type) {
      return new TensorOptions()
          .dtype(new ScalarTypeOptional(type))
          .pinned_memory(new BoolOptional(true));
    }

    private void close() {
      Cuda.check(cudart.cudaEventDestroy(read));
      longTensor.releaseReference();
      floatTensor.releaseReference();
    }
  }

  public Upload(Cuda cuda, int longCount, int floatCount) {
    this.cuda = cuda;
    try (PointerScope scope = Engine.scope()) {
      longs = torch.zeros(new long[] {longCount}, cuda.options(ScalarType.Long)).retainReference();
      floats =
          torch.zeros(new long[] {floatCount}, cuda.options(ScalarType.Float)).retainReference();
      for (int p = 0; p < PAGES; p++) {
        pages.add(new Page(longCount, floatCount));
      }
    }
  }

  /** A page that the GPU no longer reads; what was written to it before still stands there. */
  public Page page() {
    Page page = pages.get(turn);
    Cuda.check(cudart.cudaEventSynchronize(page.read));
    return page;
  }

  /** Puts the copying of that page into the queue. */
  public void send() {
    Page page = pages.get(turn);
    longs.copy_(page.longTensor, true);
    floats.copy_(page.floatTensor, true);
    try (PointerScope scope = Engine.scope()) {
      Cuda.check(cudart.cudaEventRecord(page.read, cuda.queue()));
    }
    turn = (turn + 1) % PAGES;
  }

  /** A part of the integers on the GPU; made in the caller's scope. */
  public GpuArray longs(int from, int count) {
    return new GpuArray(longs.narrow(0, from, count));
  }

  /** A part of the floats on the GPU; made in the caller's scope. */
  public GpuArray floats(int from, int count) {
    return new GpuArray(floats.narrow(0, from, count));
  }

  @Override
  public void close() {
    cuda.await();
    pages.forEach(Page::close);
    longs.releaseReference();
    floats.releaseReference();
  }
}
