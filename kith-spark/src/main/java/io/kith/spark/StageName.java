package io.kith.spark;

/**
 * The uid of a stage that is being made.
 *
 * <p>Spark's superclasses ask a stage for its uid while they are constructed, before a Java
 * subclass has any field to keep it in. So it is announced to the constructing thread first, and
 * taken over when the superclasses are done.
 */
final class StageName {
  private static final ThreadLocal<String> ANNOUNCED = new ThreadLocal<>();

  private final String uid;

  private StageName(String uid) {
    this.uid = uid;
  }

  static StageName announce(String uid) {
    ANNOUNCED.set(uid);
    return new StageName(uid);
  }

  static String announced() {
    return ANNOUNCED.get();
  }

  String arrived() {
    ANNOUNCED.remove();
    return uid;
  }
}
