package io.kith.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.BadInputException;
import io.kith.graph.AffinityGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartitionFileTest {
  private static final AffinityGraph PATH = Graphs.path(4);

  @TempDir Path folder;

  @Test
  void whatIsWrittenIsReadInBothForms() throws IOException {
    Partition partition = new Partition(new int[] {1, 0, 0, 1}, 2, PATH.fingerprint());
    for (String name : new String[] {"blocks.npy", "blocks.part", "blocks.part.2"}) {
      Path file = folder.resolve(name);
      PartitionFile.write(file, partition, PartitionQuality.of(PATH, partition));
      assertThat(PartitionFile.read(file, PATH).fingerprint()).isEqualTo(partition.fingerprint());
    }
    assertThat(folder.resolve("blocks.part")).hasContent("1\n0\n0\n1");
    assertThat(folder.resolve("blocks.json")).exists();
    assertThat(folder.resolve("blocks.part.json")).exists();
  }

  @Test
  void blocksThatMetisLeftEmptyAreClosedUp() throws IOException {
    Path file = Files.writeString(folder.resolve("g.part.9"), "7\n7\n2\n8\n");
    Partition partition = PartitionFile.read(file, PATH);
    assertThat(partition.blockOfRows()).containsExactly(1, 1, 0, 2);
  }

  @Test
  void aFileOfTheWrongLengthOrOfAnotherGraphIsRefused() {
    Path file = folder.resolve("blocks.part");
    Partition partition = new Partition(new int[] {1, 0, 0, 1}, 2, PATH.fingerprint());
    PartitionFile.write(file, partition, PartitionQuality.of(PATH, partition));
    assertThatThrownBy(() -> PartitionFile.read(file, Graphs.path(5)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("has 4 rows, but the graph has 5");
    assertThatThrownBy(() -> PartitionFile.read(file, Graphs.star(4)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("was cut from another graph");
  }

  @Test
  void aLineThatIsNoBlockIsNamed() throws IOException {
    for (String line : new String[] {"x", "-1", "", "1.5", "99999999999"}) {
      Path file = Files.writeString(folder.resolve("g.part"), "0\n" + line + "\n1\n0\n");
      assertThatThrownBy(() -> PartitionFile.read(file, PATH))
          .isInstanceOf(BadInputException.class)
          .hasMessageContaining("g.part, line 2: a block's number must stand here, but it was '");
    }
  }

  @Test
  void anotherEndingIsRefusedBeforeAnythingIsWritten() {
    Partition partition = new Partition(new int[] {1, 0, 0, 1}, 2, PATH.fingerprint());
    Path file = folder.resolve("blocks.txt");
    assertThatThrownBy(
            () -> PartitionFile.write(file, partition, PartitionQuality.of(PATH, partition)))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining(".npy or, as METIS does, .part");
    assertThat(folder).isEmptyDirectory();
  }
}
