package io.kith;

import io.kith.learner.Model;
import io.kith.report.Run;

/** What a run leaves behind: the model, and the account of how it came about. */
public record Trained(Model model, Run run) {}
