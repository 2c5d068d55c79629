package io.kith;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Dependencies point one way along the pipeline. */
class PackageOrderTest {
  /** Each package may use those before it. */
  private static final List<String> ORDER =
      List.of(
          "base",
          "engine",
          "data",
          "graph",
          "partition",
          "batch",
          "objective",
          "learner",
          "propagate",
          "evaluate",
          "train",
          "report");

  /** May use everything, the whole pipeline in {@code io.kith} included. */
  private static final String LAST = "compare";

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.kith");

  @Test
  void everyPackageUsesOnlyThoseBeforeIt() {
    for (int i = 0; i < ORDER.size(); i++) {
      String[] later =
          Stream.concat(ORDER.subList(i + 1, ORDER.size()).stream(), Stream.of(LAST))
              .map(name -> "io.kith." + name + "..")
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage("io.kith." + ORDER.get(i) + "..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(later)
          .check(CLASSES);
      noClasses()
          .that()
          .resideInAPackage("io.kith." + ORDER.get(i) + "..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.kith")
          .check(CLASSES);
    }
    noClasses()
        .that()
        .resideInAPackage("io.kith")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.kith." + LAST + "..")
        .check(CLASSES);
  }

  @Test
  void everyPackageHasAPlaceInTheOrder() {
    List<String> unknown =
        CLASSES.stream()
            .map(c -> c.getPackageName().replaceFirst("^io\\.kith\\.?", ""))
            .filter(name -> !name.isEmpty() && !ORDER.contains(name) && !name.equals(LAST))
            .distinct()
            .toList();
    org.assertj.core.api.Assertions.assertThat(unknown).isEmpty();
  }

  @Test
  void nativeTypesAppearInPublicSignaturesOfTheEngineOnly() {
    methods()
        .that()
        .arePublic()
        .and()
        .areDeclaredInClassesThat()
        .arePublic()
        .and()
        .areDeclaredInClassesThat()
        .resideOutsideOfPackage("io.kith.engine..")
        .should(
            new ArchCondition<>("not mention org.bytedeco") {
              @Override
              public void check(
                  com.tngtech.archunit.core.domain.JavaMethod method, ConditionEvents events) {
                boolean mentions =
                    method.getRawReturnType().getPackageName().startsWith("org.bytedeco")
                        || method.getRawParameterTypes().stream()
                            .anyMatch(t -> t.getPackageName().startsWith("org.bytedeco"));
                events.add(new SimpleConditionEvent(method, !mentions, method.getFullName()));
              }
            })
        .check(CLASSES);
  }

  /** Each with its reason: randomness has a name, the library is silent, only the CLI exits. */
  @Test
  void forbiddenCallsAreNotMade() {
    noClasses().should().callMethod(Math.class, "random").check(CLASSES);
    noClasses().should().callConstructor(java.util.Random.class).check(CLASSES);
    noClasses().should().callMethod(System.class, "exit", int.class).check(CLASSES);
    noClasses().should().accessField(System.class, "out").check(CLASSES);
    noClasses().should().accessField(System.class, "err").check(CLASSES);
    noClasses()
        .should()
        .callMethod(java.util.Collections.class, "shuffle", List.class)
        .check(CLASSES);
    noClasses()
        .should()
        .dependOnClassesThat()
        .areAssignableTo(java.io.ObjectInputStream.class)
        .check(CLASSES);
  }
}
