package io.kith.data;

/**
 * How rows are parted into training, validation and test, and how many training labels may be seen.
 *
 * @param validation the share of labelled rows that validate
 * @param test the share of labelled rows that test
 * @param byGroup where the data set has groups, keep each of them in one part
 * @param labelRatio the share of training labels that may be seen
 * @param stratified keep the shares of the classes, in the parts (not by group) and in the labels
 *     that may be seen
 */
public record SplitOptions(
    double validation, double test, boolean byGroup, double labelRatio, boolean stratified) {

  public SplitOptions {
    requireShare("validation", validation);
    requireShare("test", test);
    if (!(validation + test < 1)) {
      throw new IllegalArgumentException(
          "validation + test must be < 1, but was " + validation + " + " + test);
    }
    if (!(labelRatio > 0 && labelRatio <= 1)) {
      throw new IllegalArgumentException("labelRatio must be > 0 and <= 1, but was " + labelRatio);
    }
  }

  public static SplitOptions defaults() {
    return new SplitOptions(0.1, 0.2, true, 1.0, true);
  }

  public SplitOptions withValidation(double validation) {
    return new SplitOptions(validation, test, byGroup, labelRatio, stratified);
  }

  public SplitOptions withTest(double test) {
    return new SplitOptions(validation, test, byGroup, labelRatio, stratified);
  }

  public SplitOptions withByGroup(boolean byGroup) {
    return new SplitOptions(validation, test, byGroup, labelRatio, stratified);
  }

  public SplitOptions withLabelRatio(double labelRatio) {
    return new SplitOptions(validation, test, byGroup, labelRatio, stratified);
  }

  public SplitOptions withStratified(boolean stratified) {
    return new SplitOptions(validation, test, byGroup, labelRatio, stratified);
  }

  private static void requireShare(String name, double share) {
    if (!(share >= 0 && share < 1)) {
      throw new IllegalArgumentException(name + " must be >= 0 and < 1, but was " + share);
    }
  }
}
