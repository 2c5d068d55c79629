package io.kith.batch;

import io.kith.base.BadInputException;
import io.kith.base.WholeFiles;
import io.kith.data.Labels;
import io.kith.engine.FloatMatrix;
import io.kith.graph.AffinityGraph;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the meta-batches of a plan that is in memory as a {@link MetaBatchStore}. */
public final class StoreWriter {
  private static final String PART = "part-00000.bin";
  private static final String LABELED = "labeled.bin";

  private final MetaBatchPlan plan;
  private final BatchLayout layout;
  private final FloatMatrix features;

  private StoreWriter(MetaBatchPlan plan, FloatMatrix features) {
    this.plan = plan;
    this.layout = plan.layout();
    this.features = features;
  }

  /** Writes a folder, whole or not at all. */
  public static void write(MetaBatchPlan plan, FloatMatrix features, Path folder) {
    StoreIndex.requireStorable(plan.options());
    if (plan.visible().isSoft()) {
      throw new BadInputException(
          "meta-batches that are read step by step have one class for a row, but labels were"
              + " distributions over the classes: train with the rows in memory.");
    }
    WholeFiles.writeFolder(folder, new StoreWriter(plan, features)::writeInto);
  }

  private void writeInto(Path folder) throws IOException {
    StorePart.Written batches;
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(folder.resolve(PART)))) {
      batches = writeBatches(new StorePart(out));
    }
    LabeledPart.Written labeled;
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(folder.resolve(LABELED)))) {
      labeled = writeLabeled(new LabeledPart(out, features.columns()));
    }
    StoreIndex index =
        StoreIndex.of(
            layout, plan.options(), plan.seed(), features.columns(), List.of(batches), labeled);
    Files.write(folder.resolve(StoreIndex.FILE), index.encode());
  }

  private StorePart.Written writeBatches(StorePart part) throws IOException {
    for (int batch = 0; batch < layout.batchCount(); batch++) {
      StoredBatch.Builder builder = new StoredBatch.Builder(layout, batch, features.columns());
      for (int row : plan.rows(batch)) {
        add(row, builder);
      }
      part.add(builder.build());
    }
    return part.written(PART);
  }

  private void add(int row, StoredBatch.Builder batch) {
    AffinityGraph graph = plan.graph();
    float[] values = new float[features.columns()];
    features.copyRow(row, values);
    int[] neighbors = new int[graph.degree(row)];
    float[] weights = new float[neighbors.length];
    for (int i = 0; i < neighbors.length; i++) {
      neighbors[i] = layout.position(graph.neighborAt(graph.begin(row) + i));
      weights[i] = graph.weightAt(graph.begin(row) + i);
    }
    batch
        .row(layout.position(row), row, plan.visible().label(row), values, 0)
        .edges(layout.position(row), neighbors, weights);
  }

  private LabeledPart.Written writeLabeled(LabeledPart part) throws IOException {
    Labels visible = plan.visible();
    float[] values = new float[features.columns()];
    for (int row : visible.labeledRows()) {
      features.copyRow(row, values);
      part.add(row, visible.label(row), values, 0);
    }
    return part.written(LABELED);
  }
}
