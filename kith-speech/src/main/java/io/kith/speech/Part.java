package io.kith.speech;

/** What an utterance is used for. */
public enum Part {
  /** Learnt from. */
  TRAIN,
  /** Looked at while choosing settings and when to stop. */
  DEVELOPMENT,
  /** Looked at once, for the result. */
  TEST,
  /** Left aside: TIMIT's test speakers that are neither among the 50 nor among the 24. */
  UNUSED
}
