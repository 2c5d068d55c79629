package io.kith.engine;

import io.kith.base.BadInputException;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.openblas.global.openblas_nolapack;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * libtorch, loaded once per process and set to one thread per operation.
 *
 * <p>Native memory lives in scopes: {@code try (PointerScope step = Engine.scope()) {…}} frees
 * every tensor made inside, on the thread that opened it.
 */
public final class Engine {
  private static final Throwable UNUSABLE = load();

  private Engine() {}

  /** Opens a scope for native memory and makes sure that the engine is there. */
  public static PointerScope scope() {
    require();
    return new PointerScope();
  }

  /** Fails with a plain sentence when libtorch cannot be loaded on this machine. */
  public static void require() {
    if (UNUSABLE != null) {
      throw new BadInputException(
          "libtorch does not load on this machine ("
              + UNUSABLE.getMessage()
              + "): build with -Dkith.platform set to this platform.",
          UNUSABLE);
    }
  }

  /** Whether the natives at hand are those with CUDA. */
  static boolean hasCuda() {
    return "-gpu".equals(System.getProperty("org.bytedeco.javacpp.platform.extension"));
  }

  public static String version() {
    return "libtorch " + torch.class.getPackage().getImplementationVersion();
  }

  private static Throwable load() {
    // JavaCPP would count memory-mapped data as used up and refuse to go on; the machine decides.
    if (System.getProperty("org.bytedeco.javacpp.maxPhysicalBytes") == null) {
      System.setProperty("org.bytedeco.javacpp.maxPhysicalBytes", "0");
    }
    try {
      if (hasCuda()) {
        Loader.load(torch_cuda.class); // must come before anything else of the engine
      }
      torch.set_num_threads(1);
      openblas_nolapack.blas_set_num_threads(1);
      return null;
    } catch (LinkageError e) {
      return e;
    }
  }
}
