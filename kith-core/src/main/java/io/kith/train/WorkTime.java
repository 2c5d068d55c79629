package io.kith.train;

/**
 * What threads that train did with their time, in seconds added up over all of them.
 *
 * @param computing gradients, and steps that a worker takes alone
 * @param averaging gradients or parameters
 * @param stepping moving the shared parameters
 * @param waiting for each other
 */
public record WorkTime(double computing, double averaging, double stepping, double waiting) {
  public double total() {
    return computing + averaging + stepping + waiting;
  }

  /** The share of time that goes into keeping together: what one worker would not have to do. */
  public double synchronizing() {
    return total() == 0 ? 0 : (averaging + waiting) / total();
  }

  /** The share of time in which nothing is done. */
  public double idle() {
    return total() == 0 ? 0 : waiting / total();
  }
}
