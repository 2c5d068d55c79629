package io.kith.objective;

import io.kith.batch.MetaBatch;
import io.kith.data.Labels;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The objective of the paper (equation 2) over one batch: fit the labels, agree with neighbours,
 * and do not be surer than need be.
 *
 * <pre>
 *   J = a Σ_{i labelled} c_i D(t_i ‖ p_i)  +  γ b Σ_ij ω_ij D(p_i ‖ p_j)  +  κ b Σ_i D(p_i ‖ u)
 * </pre>
 *
 * <p>D is the Kullback-Leibler divergence, which for a label of one class is the cross-entropy; u
 * is the uniform distribution (or the labels' shares), c_i the weight of the label's class (1
 * unless balanced; a soft label's class is its likeliest); a and b come from the {@link
 * Normalization}. With L = log P, W the affinity block, d = W·1 and A = d∘L − W·L, the graph term
 * is Σ_i G_i with G_i = Σ_c P_ic A_ic, and the gradients by the logits are
 *
 * <pre>
 *   supervised   c_i (p_i − t_i)
 *   graph        P∘(A − G) + d'∘P − W'·P        (W' = W transposed, d' = W'·1)
 *   entropy      P∘(L − log u − D),  D_i = Σ_c P_ic (L_ic − log u_c)
 * </pre>
 *
 * <p>The symmetric form takes (W + W')/2 for W. (References: Subramanya and Bilmes 2009; Malkin,
 * Subramanya and Bilmes 2009.) Works in log-probabilities throughout: no epsilon inside a
 * logarithm. Immutable; threads may share it.
 */
public final class EntropicGraphObjective implements Objective {
  private final ObjectiveOptions options;
  private final float[] classWeights;
  private final float[] logReference;

  /** Without regard to the sizes of classes. */
  public EntropicGraphObjective(ObjectiveOptions options) {
    this(options, null, null);
  }

  private EntropicGraphObjective(
      ObjectiveOptions options, float[] classWeights, float[] logReference) {
    this.options = options;
    this.classWeights = classWeights;
    this.logReference = logReference;
  }

  /** Balanced, where the options say so, by the labels that training may see. */
  public static EntropicGraphObjective of(ObjectiveOptions options, Labels visible) {
    int[] counts = visible.histogram();
    float[] values = new float[counts.length];
    double mean = (double) visible.labeledCount() / counts.length;
    return switch (options.balance()) {
      case NONE -> new EntropicGraphObjective(options);
      case WEIGHTS -> {
        for (int c = 0; c < counts.length; c++) {
          values[c] = (float) (mean / Math.max(1, counts[c]));
        }
        yield new EntropicGraphObjective(options, values, null);
      }
      case PRIOR -> {
        for (int c = 0; c < counts.length; c++) { // one more of each, so that none is impossible
          values[c] =
              (float) Math.log((counts[c] + 1.0) / (visible.labeledCount() + counts.length));
        }
        yield new EntropicGraphObjective(options, null, values);
      }
    };
  }

  @Override
  public LossTerms evaluate(FloatMatrix logProbabilities, MetaBatch batch, FloatMatrix gradient) {
    int labeled = batch.labeledCount();
    double perLabel =
        switch (options.normalization()) {
          case MEANS -> labeled == 0 ? 0 : 1.0 / labeled;
          case ROWS -> 1.0 / batch.size();
        };
    double perRow = batch.graphRows() == 0 ? 0 : 1.0 / batch.graphRows();
    try (PointerScope step = Engine.scope()) {
      Tensor logP = logProbabilities.tensor();
      Tensor by = gradient.tensor().zero_();
      double supervised = labeled == 0 ? 0 : supervised(logP, batch, labeled, perLabel, by);
      Tensor graphLogP = logP.narrow(0, 0, batch.graphRows());
      Tensor graphBy = by.narrow(0, 0, batch.graphRows());
      double graph = graph(graphLogP, batch, options.graphWeight() * perRow, graphBy);
      double entropy = entropy(graphLogP, options.entropyWeight() * perRow, graphBy);
      return new LossTerms(supervised, graph, entropy, 0);
    }
  }

  /** Adds λ‖θ‖²: dθ = 2 λ θ. */
  @Override
  public double penalize(FloatMatrix parameters, FloatMatrix gradient) {
    if (options.penalty() == 0) {
      return 0;
    }
    try (PointerScope step = Engine.scope()) {
      Tensor theta = parameters.tensor();
      gradient.tensor().add_(theta, new Scalar(2 * options.penalty()));
      return options.penalty() * sum(theta.square());
    }
  }

  /**
   * Adds weight · Σ c_i (Hc(t'_i, p_i) − H(t_i)) over labelled rows: dz_i = c_i (p_i − t'_i).
   *
   * <p>t' is t with the share that smoothing spreads; H(t) is 0 for a label of one class.
   */
  private double supervised(Tensor logP, MetaBatch batch, int labeled, double weight, Tensor by) {
    int classes = Math.toIntExact(logP.size(1));
    long[] positions = new long[labeled];
    float[] weights = new float[labeled];
    float[] targets = new float[labeled * classes];
    Arrays.fill(targets, (float) (options.smoothing() / classes));
    double entropy = 0;
    int at = 0;
    for (int p = 0; p < batch.size(); p++) {
      int label = batch.label(p);
      if (label != Labels.UNLABELED) {
        positions[at] = p;
        weights[at] = (float) (weight * (classWeights == null ? 1 : classWeights[label]));
        if (batch.isSoft()) {
          entropy += weights[at] * addTarget(batch, p, classes, targets, at * classes);
        } else {
          targets[at * classes + label] += (float) (1 - options.smoothing());
        }
        at++;
      }
    }
    Tensor rows = torch.tensor(positions);
    Tensor target = torch.tensor(targets).view(labeled, classes);
    Tensor each = torch.tensor(weights).unsqueeze(1);
    Tensor chosen = logP.index_select(0, rows);
    by.index_add_(0, rows, chosen.exp().sub_(target).mul_(each));
    return -sum(chosen.mul_(target).mul_(each)) - entropy;
  }

  /** Adds (1 − smoothing) t behind {@code at} and returns H(t). */
  private double addTarget(MetaBatch batch, int position, int classes, float[] targets, int at) {
    double entropy = 0;
    for (int c = 0; c < classes; c++) {
      double t = batch.target(position, c);
      targets[at + c] += (float) ((1 - options.smoothing()) * t);
      entropy -= t == 0 ? 0 : t * Math.log(t);
    }
    return entropy;
  }

  /** Adds weight · Σ ω_ij D(p_i ‖ p_j): dz = P∘(A − G) + d'∘P − W'·P. */
  private double graph(Tensor logP, MetaBatch batch, double weight, Tensor by) {
    if (weight == 0 || batch.affinity().size() == 0) {
      return 0;
    }
    AffinityProduct w = AffinityProduct.of(batch.affinity(), countedRows(batch), batch.graphRows());
    double forth = divergence(logP, w, false, weight * (options.symmetric() ? 0.5 : 1), by);
    double back = options.symmetric() ? divergence(logP, w, true, weight * 0.5, by) : 0;
    return forth + back;
  }

  private static double divergence(
      Tensor logP, AffinityProduct w, boolean transposed, double weight, Tensor by) {
    Tensor ones = torch.ones(logP.size(0), 1);
    Tensor p = logP.exp();
    Tensor d = transposed ? w.transposedTimes(ones) : w.times(ones);
    Tensor dIn = transposed ? w.times(ones) : w.transposedTimes(ones);
    Tensor a = logP.mul(d).sub_(transposed ? w.transposedTimes(logP) : w.times(logP));
    Tensor g = rowSums(a.mul(p));
    Tensor slope = a.sub_(g).add_(dIn).mul_(p);
    slope.sub_(transposed ? w.times(p) : w.transposedTimes(p));
    by.add_(slope, new Scalar(weight));
    return weight * sum(g);
  }

  private boolean[] countedRows(MetaBatch batch) {
    boolean[] counted = new boolean[batch.graphRows()];
    for (int p = 0; p < counted.length; p++) {
      counted[p] = options.scope() == GraphScope.ALL || batch.label(p) != Labels.UNLABELED;
    }
    return counted;
  }

  /** Adds weight · Σ D(p_i ‖ u): dz = P∘(L − log u − D). */
  private double entropy(Tensor logP, double weight, Tensor by) {
    if (weight == 0) {
      return 0;
    }
    Tensor p = logP.exp();
    Tensor excess =
        logReference == null
            ? logP.add(new Scalar(Math.log(logP.size(1))))
            : logP.sub(torch.tensor(logReference).unsqueeze(0));
    Tensor d = rowSums(p.mul(excess));
    by.add_(excess.sub_(d).mul_(p), new Scalar(weight));
    return weight * sum(d);
  }

  private static Tensor rowSums(Tensor values) {
    return values.sum(1).unsqueeze(1);
  }

  private static double sum(Tensor values) {
    return values.to(torch.ScalarType.Double).sum().item_double();
  }
}
