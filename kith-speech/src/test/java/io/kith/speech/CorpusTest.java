package io.kith.speech;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kith.base.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorpusTest {
  private static final String CORE_TEST =
      "MDAB0 MWBT0 FELC0 MTAS1 MWEW0 FPAS0 MJMP0 MLNT0 FPKT0 MLLL0 MTLS0 FJLM0 MBPM0 MKLT0 FNLP0"
          + " MCMJ0 MJDH0 FMGD0 MGRT0 MNJM0 FDHC0 MJLN0 MPAM0 FMLD0";
  private static final String DEVELOPMENT =
      "faks0 fdac1 fjem0 mgwt0 mjar0 mmdb1 mmdm2 mpdf0 fcmh0 fkms0 mbdg0 mbwm0 mcsh0 fadg0 fdms0"
          + " fedw0 mgjf0 mglb0 mrtk0 mtaa0 mtdt0 mthc0 mwjg0 fnmr0 frew0 fsem0 mbns0 mmjr0 mdls0"
          + " mdlf0 mdvc0 mers0 fmah0 fdrw0 mrcs0 mrjm4 fcal1 mmwh0 fjsj0 majc0 mjsw0 mreb0 fgjd0"
          + " fjmg0 mroa0 mteb0 mjfc0 mrjr0 fmml0 mrws1";

  @TempDir Path folder;

  @Test
  void upperAndLowerCaseReadAlikeAndSaIsDropped() throws IOException {
    touch("TRAIN/DR1/FCJF0/SI1027.WAV", "TRAIN/DR1/FCJF0/SI1027.PHN", "TRAIN/DR1/FCJF0/SA1.WAV");
    touch("test/dr2/mabc0/sx12.wav", "test/dr2/mabc0/sx12.phn", "test/dr2/mabc0/sa2.wav");
    touch("test/dr3/mxyz0/sx12.wav", "readme.txt");
    Corpus corpus = Corpus.read(folder);
    assertThat(corpus.utterances())
        .extracting(Utterance::id)
        .containsExactlyInAnyOrder("dr1/fcjf0/si1027", "dr2/mabc0/sx12", "dr3/mxyz0/sx12");
    assertThat(corpus.speakers()).isEqualTo(3);
    assertThat(find(corpus, "dr1/fcjf0/si1027").phones().getFileName()).hasToString("SI1027.PHN");
    assertThat(find(corpus, "dr3/mxyz0/sx12").phones()).doesNotExist();
  }

  @Test
  void aCorpusBehindLinksIsFound() throws IOException {
    touch("real/TRAIN/DR1/FCJF0/SI1027.WAV", "real/TRAIN/DR1/FCJF0/SI1027.PHN");
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("real"));
    assertThat(Corpus.isCorpus(link)).isTrue();
    assertThat(Corpus.read(link).utterances()).hasSize(1);
  }

  @Test
  void timitsOwnNamesGiveTheStandardSplit() throws IOException {
    for (String speaker : (CORE_TEST + " " + DEVELOPMENT + " mzzz0").split(" ")) {
      touch("TEST/DR1/" + speaker.toUpperCase(Locale.ROOT) + "/SX3.WAV");
    }
    touch("TRAIN/DR1/FCJF0/SI1027.WAV");
    Corpus corpus = Corpus.read(folder);
    assertThat(corpus.standardSplit()).isTrue();
    assertThat(corpus.speakers(Part.TRAIN)).isEqualTo(1);
    assertThat(corpus.speakers(Part.DEVELOPMENT)).isEqualTo(50);
    assertThat(corpus.speakers(Part.TEST)).isEqualTo(24);
    assertThat(find(corpus, "dr1/mzzz0/sx3").part()).isEqualTo(Part.UNUSED);
    assertThat(find(corpus, "dr1/mdab0/sx3").part()).isEqualTo(Part.TEST);
    assertThat(find(corpus, "dr1/faks0/sx3").part()).isEqualTo(Part.DEVELOPMENT);
  }

  @Test
  void otherNamesAreSplitBySpeaker() throws IOException {
    for (int s = 0; s < 20; s++) {
      touch("TRAIN/DR1/MAA" + s + "/SX3.WAV", "TRAIN/DR1/MAA" + s + "/SX4.WAV");
      touch("TEST/DR1/FBB" + s + "/SX3.WAV", "TEST/DR1/FBB" + s + "/SX4.WAV");
    }
    Corpus corpus = Corpus.read(folder);
    assertThat(corpus.standardSplit()).isFalse();
    assertThat(corpus.speakers(Part.TRAIN)).isEqualTo(20);
    assertThat(corpus.speakers(Part.DEVELOPMENT)).isEqualTo(10);
    assertThat(corpus.speakers(Part.TEST)).isEqualTo(10);
  }

  @Test
  void aFolderOfSpeakersAloneIsSplitToo() throws IOException {
    for (int s = 0; s < 16; s++) {
      touch("speaker" + s + "/one.wav", "speaker" + s + "/two.wav");
    }
    Corpus corpus = Corpus.read(folder);
    assertThat(corpus.speakers(Part.TRAIN)).isEqualTo(12);
    assertThat(corpus.speakers(Part.DEVELOPMENT)).isEqualTo(2);
    assertThat(corpus.speakers(Part.TEST)).isEqualTo(2);
    assertThat(corpus.utterances().get(0).id()).isEqualTo("speaker0/one");
  }

  @Test
  void aConvertedCopyBesideTheOriginalCountsOnce() throws IOException {
    touch("TRAIN/DR1/FCJF0/SI1027.WAV", "TRAIN/DR1/FCJF0/SI1027.WAV.wav");
    Corpus corpus = Corpus.read(folder);
    assertThat(corpus.utterances()).hasSize(1);
    assertThat(corpus.utterances().get(0).audio().getFileName()).hasToString("SI1027.WAV");
  }

  @Test
  void anEmptyFolderIsRefused() {
    assertThatThrownBy(() -> Corpus.read(folder))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("has no recordings");
    assertThatThrownBy(() -> Corpus.read(folder.resolve("nowhere")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("is not a folder");
    assertThat(Corpus.isCorpus(folder)).isFalse();
  }

  @Test
  void aSpeakerOnBothSidesIsRefused() throws IOException {
    touch("TRAIN/DR1/FCJF0/SI1027.WAV", "TEST/DR1/FCJF0/SX2.WAV");
    assertThatThrownBy(() -> Corpus.read(folder))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("speaker fcjf0 is in TRAIN and in TEST");
  }

  private static Utterance find(Corpus corpus, String id) {
    return corpus.utterances().stream().filter(u -> u.id().equals(id)).findFirst().orElseThrow();
  }

  private void touch(String... names) throws IOException {
    for (String name : names) {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      Files.createFile(file);
    }
  }
}
