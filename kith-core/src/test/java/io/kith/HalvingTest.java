package io.kith;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kith.base.BadInputException;
import org.junit.jupiter.api.Test;

class HalvingTest {
  @Test
  void twentyFiveCandidatesOnPaper() {
    Halving halving = Halving.of(25, 30, 9);
    assertThat(halving.rounds()).extracting(Halving.Round::candidates).containsExactly(25, 9, 3);
    assertThat(halving.rounds()).extracting(r -> r.epochs(30)).containsExactly(3, 10, 30);
    assertThat(halving.cost()).isCloseTo(25 / 9.0 + 9 / 3.0 + 3, within(1e-9));
  }

  @Test
  void aLargeBudgetTrainsAllCandidatesWhollyAndASmallOneLeavesSomeOut() {
    assertThat(Halving.of(25, 30, 25).rounds()).hasSize(1);
    assertThat(Halving.of(25, 30, 3).candidates()).isLessThan(25);
    assertThat(Halving.of(25, 30, 2).rounds()).containsExactly(new Halving.Round(2, 1));
    assertThat(Halving.of(1, 30, 9).rounds()).containsExactly(new Halving.Round(1, 1));
  }

  @Test
  void theBudgetIsKeptAndTheLastRoundIsWholeWhateverIsAsked() {
    for (int candidates = 1; candidates <= 40; candidates++) {
      for (int epochs : new int[] {1, 2, 8, 30}) {
        for (double budget = 2; budget <= 30; budget += 0.7) {
          Halving halving = Halving.of(candidates, epochs, budget);
          assertThat(halving.cost()).isLessThanOrEqualTo(budget);
          Halving.Round last = halving.rounds().get(halving.rounds().size() - 1);
          assertThat(last.share()).isEqualTo(1);
          assertThat(last.candidates()).isGreaterThanOrEqualTo(Math.min(2, candidates));
          for (int r = 1; r < halving.rounds().size(); r++) {
            Halving.Round before = halving.rounds().get(r - 1);
            assertThat(halving.rounds().get(r).candidates())
                .isLessThanOrEqualTo(before.candidates());
            assertThat(halving.rounds().get(r).epochs(epochs))
                .isGreaterThanOrEqualTo(before.epochs(epochs));
          }
        }
      }
    }
  }

  @Test
  void aBudgetBelowTwoTrainingsIsRefused() {
    for (double budget : new double[] {1.9, 0, -1, Double.NaN}) {
      assertThatThrownBy(() -> Halving.of(5, 30, budget))
          .isInstanceOf(BadInputException.class)
          .hasMessageStartingWith("a search needs a budget of at least 2 trainings, but was given");
    }
  }
}
