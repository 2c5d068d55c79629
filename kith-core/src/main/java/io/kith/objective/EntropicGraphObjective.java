package io.kith.objective;

import io.kith.batch.MetaBatch;
import io.kith.data.Labels;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import java.util.Arrays;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

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
  /** How many terms {@link #terms} gives. */
  static final int TERMS = 3;

  private static final ScalarTypeOptional DOUBLE =
      new ScalarTypeOptional(ScalarType.Double).retainReference();

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
    return of(options, visible.histogram());
  }

  /** The same, by how many rows of each class have a label that training may see. */
  public static EntropicGraphObjective of(ObjectiveOptions options, int[] counts) {
    float[] values = new float[counts.length];
    long labeled = Arrays.stream(counts).asLongStream().sum();
    double mean = (double) labeled / counts.length;
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
          values[c] = (float) Math.log((counts[c] + 1.0) / (labeled + counts.length));
        }
        yield new EntropicGraphObjective(options, null, values);
      }
    };
  }

  @Override
  public LossTerms evaluate(FloatMatrix logProbabilities, MetaBatch batch, FloatMatrix gradient) {
    try (PointerScope step = Engine.scope()) {
      Tensor logP = logProbabilities.tensor();
      BatchTensors tensors = BatchTensors.of(this, batch, logProbabilities.columns());
      double[] terms = new double[TERMS];
      terms(logP, tensors, gradient.tensor()).data_ptr_double().get(terms);
      return new LossTerms(terms[0], terms[1], terms[2], 0);
    }
  }

  /**
   * The supervised, graph and entropy terms, on the device of the tensors; made in the caller's
   * scope.
   *
   * @param by overwritten with the gradient by the logits
   */
  Tensor terms(Tensor logP, BatchTensors batch, Tensor by) {
    Tensor p = logP.exp();
    Tensor zero = torch.zeros(new long[] {}, logP.options().dtype(DOUBLE));
    Tensor supervised = supervised(logP, p, batch, by);
    boolean alone = options.graphWeight() == 0 || batch.affinity().isZero();
    Tensor graph = alone ? zero : graph(logP, p, batch, by);
    Tensor entropy = options.entropyWeight() == 0 ? zero : entropy(logP, p, batch, by);
    return torch.stack(new TensorVector(supervised, graph, entropy));
  }

  @Override
  public double penalize(FloatMatrix parameters, FloatMatrix gradient) {
    if (options.penalty() == 0) {
      return 0;
    }
    try (PointerScope step = Engine.scope()) {
      return penalty(parameters.tensor(), gradient.tensor()).item_double();
    }
  }

  /** λ‖θ‖², with dθ = 2 λ θ added; made in the caller's scope. */
  Tensor penalty(Tensor theta, Tensor gradient) {
    gradient.add_(theta, new Scalar(2 * options.penalty()));
    return sum(theta.square()).mul_(new Scalar(options.penalty()));
  }

  public ObjectiveOptions options() {
    return options;
  }

  /** Σ a c_i (Hc(t'_i, p_i) − H(t_i)) over labelled rows: dz_i = a c_i (p_i − t'_i). */
  private static Tensor supervised(Tensor logP, Tensor p, BatchTensors batch, Tensor by) {
    torch.sub_out(by, p, batch.targets()).mul_(batch.labelWeights());
    return sum(batch.targets().mul(logP).mul_(batch.labelWeights()))
        .neg_()
        .sub_(batch.labelEntropy());
  }

  /** Adds γ b Σ ω_ij D(p_i ‖ p_j): dz = P∘(A − G) + d'∘P − W'·P. */
  private Tensor graph(Tensor logP, Tensor p, BatchTensors batch, Tensor by) {
    if (!options.symmetric()) {
      return divergence(logP, p, batch, false, options.graphWeight(), by);
    }
    double half = options.graphWeight() / 2;
    return divergence(logP, p, batch, false, half, by)
        .add_(divergence(logP, p, batch, true, half, by));
  }

  /** Of W or, transposed, of W'. */
  private static Tensor divergence(
      Tensor logP, Tensor p, BatchTensors batch, boolean transposed, double weight, Tensor by) {
    AffinityProduct w = transposed ? batch.affinity().transposed() : batch.affinity();
    Tensor ones = torch.ones_like(batch.rowWeights());
    Tensor a = logP.mul(w.times(ones)).sub_(w.times(logP));
    Tensor g = rowSums(a.mul(p));
    Tensor slope = a.sub_(g).add_(w.transposed().times(ones)).mul_(p);
    slope.sub_(w.transposed().times(p));
    by.addcmul_(slope, batch.rowWeights(), new Scalar(weight));
    return sum(g.mul_(batch.rowWeights())).mul_(new Scalar(weight));
  }

  /** Adds κ b Σ D(p_i ‖ u): dz = P∘(L − log u − D). */
  private Tensor entropy(Tensor logP, Tensor p, BatchTensors batch, Tensor by) {
    Tensor excess = logP.sub(batch.logReference());
    Tensor d = rowSums(p.mul(excess));
    Tensor slope = excess.sub_(d).mul_(p);
    by.addcmul_(slope, batch.rowWeights(), new Scalar(options.entropyWeight()));
    return sum(d.mul_(batch.rowWeights())).mul_(new Scalar(options.entropyWeight()));
  }

  /** log u for every class. */
  float[] logReference(int classes) {
    if (logReference != null) {
      return logReference;
    }
    float[] uniform = new float[classes];
    Arrays.fill(uniform, (float) -Math.log(classes));
    return uniform;
  }

  /** Writes t', which is t with the share that smoothing spreads, for a labelled position. */
  void target(MetaBatch batch, int position, float[] into, int at, int classes) {
    Arrays.fill(into, at, at + classes, (float) (options.smoothing() / classes));
    if (!batch.isSoft()) {
      into[at + batch.label(position)] += (float) (1 - options.smoothing());
      return;
    }
    for (int c = 0; c < classes; c++) {
      into[at + c] += (float) ((1 - options.smoothing()) * batch.target(position, c));
    }
  }

  /** Σ a c_i H(t_i) over labelled rows; 0 where each label is one class. */
  float labelEntropy(MetaBatch batch, float[] labelWeights, int classes) {
    double sum = 0;
    for (int p = 0; batch.isSoft() && p < batch.size(); p++) {
      for (int c = 0; labelWeights[p] > 0 && c < classes; c++) {
        double t = batch.target(p, c);
        sum -= t == 0 ? 0 : labelWeights[p] * t * Math.log(t);
      }
    }
    return (float) sum;
  }

  /** a c_i by position, 0 where there is no label. */
  float[] labelWeights(MetaBatch batch) {
    int labeled = batch.labeledCount();
    double each =
        switch (options.normalization()) {
          case MEANS -> labeled == 0 ? 0 : 1.0 / labeled;
          case ROWS -> 1.0 / batch.size();
        };
    float[] weights = new float[batch.size()];
    for (int p = 0; p < weights.length; p++) {
      int label = batch.label(p);
      if (label != Labels.UNLABELED) {
        weights[p] = (float) (each * (classWeights == null ? 1 : classWeights[label]));
      }
    }
    return weights;
  }

  /** b by position, 0 where a row carries no graph term. */
  float[] rowWeights(MetaBatch batch) {
    float[] weights = new float[batch.size()];
    Arrays.fill(weights, 0, batch.graphRows(), 1f / batch.graphRows());
    return weights;
  }

  /** Whether the graph term sums over a position. */
  boolean[] countedRows(MetaBatch batch) {
    boolean[] counted = new boolean[batch.graphRows()];
    for (int p = 0; p < counted.length; p++) {
      counted[p] = options.scope() == GraphScope.ALL || batch.label(p) != Labels.UNLABELED;
    }
    return counted;
  }

  private static Tensor rowSums(Tensor values) {
    return values.sum(1).unsqueeze(1);
  }

  private static Tensor sum(Tensor values) {
    return values.to(ScalarType.Double).sum();
  }
}
