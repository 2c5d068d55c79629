package io.kith.objective;

import io.kith.batch.AffinityBlock;
import io.kith.batch.MetaBatch;
import io.kith.data.Labels;
import io.kith.engine.Engine;
import io.kith.engine.FloatMatrix;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * The objective of the paper (equation 2) over one batch: fit the labels, agree with neighbours,
 * and do not be surer than need be.
 *
 * <pre>
 *   J = a Σ_{i labelled} Hc(t_i, p_i)  +  γ b Σ_ij ω_ij D(p_i ‖ p_j)  +  κ b Σ_i D(p_i ‖ u)
 * </pre>
 *
 * <p>D is the Kullback-Leibler divergence, Hc the cross-entropy, u the uniform distribution; a and
 * b come from the {@link Normalization}. With L = log P, W the affinity block, d = W·1 and A = d∘L
 * − W·L, the graph term is Σ_i G_i with G_i = Σ_c P_ic A_ic, and the gradients by the logits are
 *
 * <pre>
 *   supervised   p_i − t_i
 *   graph        P∘(A − G) + d'∘P − W'·P        (W' = W transposed, d' = W'·1)
 *   entropy      P∘(L + H),  H_i = −Σ_c P_ic L_ic
 * </pre>
 *
 * <p>(References: Subramanya and Bilmes 2009; Malkin, Subramanya and Bilmes 2009.) Works in
 * log-probabilities throughout: no epsilon inside a logarithm. Immutable; threads may share it.
 */
public final class EntropicGraphObjective implements Objective {
  private final ObjectiveOptions options;

  public EntropicGraphObjective(ObjectiveOptions options) {
    this.options = options;
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
      double graph = graph(graphLogP, batch.affinity(), options.graphWeight() * perRow, graphBy);
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

  /** Adds weight · Σ Hc(t_i, p_i) over labelled rows: dz_i = p_i − t_i. */
  private static double supervised(
      Tensor logP, MetaBatch batch, int labeled, double weight, Tensor by) {
    long[] positions = new long[labeled];
    long[] classes = new long[labeled];
    int at = 0;
    for (int p = 0; p < batch.size(); p++) {
      if (batch.label(p) != Labels.UNLABELED) {
        positions[at] = p;
        classes[at++] = batch.label(p);
      }
    }
    Tensor rows = torch.tensor(positions);
    Tensor targets = torch.tensor(classes).unsqueeze(1);
    Tensor chosen = logP.index_select(0, rows);
    double loss = -weight * sum(chosen.gather(1, targets));
    Tensor slope = chosen.exp().mul_(new Scalar(weight));
    slope.scatter_add_(1, targets, torch.full(new long[] {labeled, 1}, new Scalar(-weight)));
    by.index_add_(0, rows, slope);
    return loss;
  }

  /** Adds weight · Σ ω_ij D(p_i ‖ p_j): dz = P∘(A − G) + d'∘P − W'·P. */
  private static double graph(Tensor logP, AffinityBlock affinity, double weight, Tensor by) {
    if (weight == 0 || affinity.size() == 0) {
      return 0;
    }
    int entries = affinity.size();
    long[] from = new long[entries];
    long[] to = new long[entries];
    float[] weights = new float[entries];
    for (int e = 0; e < entries; e++) {
      from[e] = affinity.from(e);
      to[e] = affinity.to(e);
      weights[e] = affinity.weight(e);
    }
    Tensor i = torch.tensor(from);
    Tensor j = torch.tensor(to);
    Tensor w = torch.tensor(weights).unsqueeze(1);
    Tensor p = logP.exp();
    Tensor degreeOut = scatterSum(w, i, logP.size(0));
    Tensor degreeIn = scatterSum(w, j, logP.size(0));
    Tensor a =
        logP.mul(degreeOut).sub_(scatterSum(logP.index_select(0, j).mul_(w), i, logP.size(0)));
    Tensor g = rowSums(a.mul(p));
    Tensor slope = a.sub_(g).add_(degreeIn).mul_(p);
    slope.sub_(scatterSum(p.index_select(0, i).mul_(w), j, logP.size(0)));
    by.add_(slope, new Scalar(weight));
    return weight * sum(g);
  }

  /** Adds weight · Σ D(p_i ‖ u) = weight · Σ (log C − H_i): dz = P∘(L + H). */
  private static double entropy(Tensor logP, double weight, Tensor by) {
    if (weight == 0) {
      return 0;
    }
    Tensor p = logP.exp();
    Tensor minusH = rowSums(p.mul(logP));
    by.add_(logP.sub(minusH).mul_(p), new Scalar(weight));
    return weight * (logP.size(0) * Math.log(logP.size(1)) + sum(minusH));
  }

  /** Row r of the result is the sum of the source rows whose index is r. */
  private static Tensor scatterSum(Tensor source, Tensor index, long rows) {
    return torch.zeros(rows, source.size(1)).index_add_(0, index, source);
  }

  private static Tensor rowSums(Tensor values) {
    return values.sum(1).unsqueeze(1);
  }

  private static double sum(Tensor values) {
    return values.to(torch.ScalarType.Double).sum().item_double();
  }
}
