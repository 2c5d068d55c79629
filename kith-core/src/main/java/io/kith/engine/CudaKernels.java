package io.kith.engine;

import io.kith.base.BadInputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.bytedeco.cuda.cudart.CUfunc_st;
import org.bytedeco.cuda.cudart.CUmod_st;
import org.bytedeco.cuda.cudart.CUstream_st;
import org.bytedeco.cuda.global.cudart;
import org.bytedeco.cuda.global.nvrtc;
import org.bytedeco.cuda.nvrtc._nvrtcProgram;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.SizeTPointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * Kernels written for Kith, compiled for the GPU at hand when training begins: steps over many
 * values that the engine would take in several passes over memory.
 */
public final class CudaKernels implements AutoCloseable {
  private static final int THREADS = 256;

  private final Device device;
  private final CUmod_st module;

  /**
   * Compiles a resource beside a class.
   *
   * @param owner whose package holds the source
   */
  public CudaKernels(Device device, Class<?> owner, String resource) {
    this.device = device;
    device.require();
    Cuda.check(cudart.cudaSetDevice(device.index())); // a module is loaded into a thread's context
    try (PointerScope scope = Engine.scope()) {
      BytePointer binary = compile(source(owner, resource), resource, architecture());
      CUmod_st loaded = new CUmod_st();
      Cuda.check(cudart.cuModuleLoadData(loaded, binary));
      module = loaded.retainReference();
    }
  }

  /**
   * Puts a kernel into this thread's queue, with a thread for each item of the work.
   *
   * @param arguments tensors on the GPU, ints and floats, in the kernel's order and types
   */
  public void launch(String kernel, long items, Object... arguments) {
    try (PointerScope scope = Engine.scope()) {
      CUfunc_st function = new CUfunc_st();
      Cuda.check(cudart.cuModuleGetFunction(function, module, kernel));
      PointerPointer<Pointer> values = new PointerPointer<>(arguments.length);
      for (int a = 0; a < arguments.length; a++) {
        values.put(a, value(arguments[a]));
      }
      CUstream_st queue = torch_cuda.getCurrentCUDAStream((byte) device.index()).stream();
      int blocks = Math.toIntExact((items + THREADS - 1) / THREADS);
      PointerPointer<Pointer> none = new PointerPointer<>((Pointer) null);
      Cuda.check(
          cudart.cuLaunchKernel(function, blocks, 1, 1, THREADS, 1, 1, 0, queue, values, none));
    }
  }

  private static Pointer value(Object argument) {
    if (argument instanceof Tensor tensor) {
      return new LongPointer(new long[] {tensor.data_ptr().address()});
    }
    if (argument instanceof Integer number) {
      return new IntPointer(new int[] {number});
    }
    if (argument instanceof Float number) {
      return new FloatPointer(new float[] {number});
    }
    throw new IllegalArgumentException("a kernel cannot take " + argument);
  }

  private static BytePointer compile(String source, String name, String architecture) {
    _nvrtcProgram program = new _nvrtcProgram();
    try {
      check(
          nvrtc.nvrtcCreateProgram(
              program,
              new BytePointer(source),
              new BytePointer(name),
              0,
              (PointerPointer<?>) null,
              (PointerPointer<?>) null));
      PointerPointer<BytePointer> options =
          new PointerPointer<>("--gpu-architecture=" + architecture);
      int status = nvrtc.nvrtcCompileProgram(program, 1, options);
      if (status != nvrtc.NVRTC_SUCCESS) {
        throw new IllegalStateException(
            name + " does not compile for " + architecture + ": " + log(program));
      }
      SizeTPointer size = new SizeTPointer(1);
      check(nvrtc.nvrtcGetCUBINSize(program, size));
      BytePointer binary = new BytePointer(size.get());
      check(nvrtc.nvrtcGetCUBIN(program, binary));
      return binary;
    } catch (LinkageError e) {
      throw new BadInputException(
          "CUDA's compiler libnvrtc does not load on this machine: install the CUDA 13 libraries, or use --device cpu.",
          e);
    }
  }

  private static String log(_nvrtcProgram program) {
    SizeTPointer size = new SizeTPointer(1);
    check(nvrtc.nvrtcGetProgramLogSize(program, size));
    BytePointer text = new BytePointer(size.get());
    check(nvrtc.nvrtcGetProgramLog(program, text));
    return text.getString();
  }

  private String architecture() {
    int[] major = new int[1];
    int[] minor = new int[1];
    int index = device.index();
    Cuda.check(
        cudart.cudaDeviceGetAttribute(major, cudart.cudaDevAttrComputeCapabilityMajor, index));
    Cuda.check(
        cudart.cudaDeviceGetAttribute(minor, cudart.cudaDevAttrComputeCapabilityMinor, index));
    return "sm_" + major[0] + minor[0];
  }

  private static String source(Class<?> owner, String resource) {
    try (InputStream in = owner.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void check(int status) {
    if (status != nvrtc.NVRTC_SUCCESS) {
      throw new IllegalStateException(
          "CUDA's compiler: " + nvrtc.nvrtcGetErrorString(status).getString());
    }
  }

  @Override
  public void close() {
    torch.cuda_synchronize(device.index());
    Cuda.check(cudart.cuModuleUnload(module));
    module.releaseReference();
  }
}
