package io.kith.objective;

import io.kith.batch.MetaBatch;
import io.kith.data.Labels;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A batch as {@link EntropicGraphObjective} computes with it, on one device. Lives in the scope
 * that made it.
 *
 * @param targets t'_i as rows; those of unlabelled rows do not matter
 * @param labelWeights a c_i as a column, 0 where there is no label
 * @param labelEntropy Σ a c_i H(t_i), a single number
 * @param rowWeights b as a column, 0 for rows that carry no graph and entropy terms
 * @param logReference log u
 * @param affinity W over all rows
 */
record BatchTensors(
    Tensor targets,
    Tensor labelWeights,
    Tensor labelEntropy,
    Tensor rowWeights,
    Tensor logReference,
    AffinityProduct affinity) {

  /** In main memory. */
  static BatchTensors of(EntropicGraphObjective objective, MetaBatch batch, int classes) {
    int rows = batch.size();
    float[] targets = new float[rows * classes];
    for (int p = 0; p < rows; p++) {
      if (batch.label(p) != Labels.UNLABELED) {
        objective.target(batch, p, targets, p * classes, classes);
      }
    }
    float[] labelWeights = objective.labelWeights(batch);
    return new BatchTensors(
        torch.tensor(targets).view(rows, classes),
        torch.tensor(labelWeights).unsqueeze(1),
        torch.tensor(objective.labelEntropy(batch, labelWeights, classes)).squeeze(),
        torch.tensor(objective.rowWeights(batch)).unsqueeze(1),
        torch.tensor(objective.logReference(classes)),
        AffinityProduct.of(batch.affinity(), objective.countedRows(batch), rows));
  }
}
