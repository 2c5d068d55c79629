"""Kith for PySpark: ``KithClassifier`` and ``KithClassificationModel``.

Both stand in the jar that ``spark-submit`` and ``pyspark`` are given twice:

    pyspark --jars kith-spark.jar --py-files kith-spark.jar

Settings are those of the Java class, with its defaults and its checks; ``explainParams`` lists them.
"""

from pyspark.ml.classification import _JavaProbabilisticClassificationModel, _JavaProbabilisticClassifier
from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.util import JavaMLReadable, JavaMLReader, JavaMLWritable

_JAVA_PACKAGE = "io.kith.spark."

# Each setting of io.kith.spark.KithClassifier besides Spark's own columns and thresholds.
_SETTINGS = {
    "recipe": (TypeConverters.toString, "which defaults options start from: kith, or paper for those of the paper; the defaults shown here are those of kith"),
    "options": (TypeConverters.toString, "JSON with any other options of a run, as 'kith train --options' reads them; single settings win over it"),
    "method": (TypeConverters.toString, "what the network learns from: graph, supervised for labelled rows alone, or auto for the better of the two on the validation rows"),
    "seed": (TypeConverters.toInt, "origin of all randomness"),
    "validationFraction": (TypeConverters.toFloat, "share of the labelled rows that validate, evenly of all classes; within [0, 1), 0 for none"),
    "validationIndicatorCol": (TypeConverters.toString, 'boolean column that is true for the rows that validate, instead of a fraction; such rows without a label are left out; "" for none'),
    "neighbors": (TypeConverters.toInt, "nearest rows that each row is joined with; >= 1"),
    "metric": (TypeConverters.toString, "what near means: euclidean, cosine or inner-product"),
    "kernel": (TypeConverters.toString, "how distance becomes weight: rbf, rbf-local, rbf-unsquared, cosine or constant"),
    "sigma": (TypeConverters.toFloat, "width of the kernel; >= 0, 0 for the median neighbour distance"),
    "symmetrization": (TypeConverters.toString, "join rows if either chose the other (union), if both did (mutual), or with half the weight if one did (mean)"),
    "blockSize": (TypeConverters.toInt, "rows of a block of the graph; >= 0, 0 for the rows of a batch divided by the classes"),
    "batchSize": (TypeConverters.toInt, "rows of a meta-batch; >= 0, 0 for 1024, or fewer for few rows"),
    "companions": (TypeConverters.toString, "who joins a meta-batch at a step: a neighbouring batch, or none"),
    "labeledPerStep": (TypeConverters.toInt, "labelled rows added to every step; >= 0"),
    "graphWeight": (TypeConverters.toFloat, "γ, how much neighbours should agree; >= 0"),
    "entropyWeight": (TypeConverters.toFloat, "κ, how much predictions are drawn towards uniform; >= 0"),
    "penalty": (TypeConverters.toFloat, "λ, weight of the squared parameters; >= 0"),
    "labelSmoothing": (TypeConverters.toFloat, "share of a label that is spread evenly over all classes; within [0, 1)"),
    "balance": (TypeConverters.toString, "for classes of different size: none, weights of labelled rows, or prior for the entropy term"),
    "hiddenLayers": (TypeConverters.toListInt, "widths of the hidden layers; none for a linear classifier"),
    "dropout": (TypeConverters.toFloat, "share of hidden units left out of a step; within [0, 1)"),
    "activation": (TypeConverters.toString, "what hidden units do with their sums: relu, leaky-relu, elu or tanh"),
    "optimizer": (TypeConverters.toString, "adam, adamw, adagrad or sgd"),
    "epochs": (TypeConverters.toInt, "passes over the rows; >= 1"),
    "patience": (TypeConverters.toInt, "epochs without a better validation accuracy after which training ends; >= 0, 0 for never"),
    "learningRate": (TypeConverters.toFloat, "base of the learning rate; > 0"),
    "schedule": (TypeConverters.toString, "how the learning rate changes: cosine, constant, step or paper"),
    "warmup": (TypeConverters.toFloat, "epochs over which the learning rate rises from zero; >= 0"),
    "clip": (TypeConverters.toFloat, "longest gradient that is followed; >= 0, 0 for any"),
    "workers": (TypeConverters.toInt, "workers that train at once, each on a meta-batch of its own; >= 1"),
    "rateScaling": (TypeConverters.toString, "what the learning rate is multiplied by for k workers: none, linear for k, or sqrt for its root"),
    "trainOn": (TypeConverters.toString, "where rows are searched and trained on: executors, or driver, which collects them and takes every option"),
    "workDir": (TypeConverters.toString, 'folder on a file system that driver and executors share, for meta-batches while training; "" for a temporary one, in local mode'),
    "checkpointDir": (TypeConverters.toString, 'folder that checkpoints are left in, from which an interrupted fit goes on; "" for none that outlive the fit'),
}


class _KithReader(JavaMLReader):
    """Finds the Java class of a Python class of this module."""

    @classmethod
    def _java_loader_class(cls, clazz):
        return _JAVA_PACKAGE + clazz.__name__


class _KithReadable(JavaMLReadable):
    @classmethod
    def read(cls):
        return _KithReader(cls)


class KithClassifier(_JavaProbabilisticClassifier, _KithReadable, JavaMLWritable):
    """Learns a classifier from a few labelled rows and many unlabelled ones.

    The label is a class index; null or NaN marks a row without one.

        model = KithClassifier(epochs=40, workers=4).fit(rows)
    """

    def __init__(self, **settings):
        super().__init__()
        self._java_obj = self._new_java_obj(_JAVA_PACKAGE + "KithClassifier", self.uid)
        self._transfer_params_from_java()
        self._set(**settings)

    def setParams(self, **settings):
        return self._set(**settings)

    def _create_model(self, java_model):
        return KithClassificationModel(java_model)

    @staticmethod
    def _from_java(java_stage):
        stage = KithClassifier()
        stage._java_obj = java_stage
        stage._resetUid(java_stage.uid())
        stage._transfer_params_from_java()
        return stage


class KithClassificationModel(_JavaProbabilisticClassificationModel, _KithReadable, JavaMLWritable):
    """What a KithClassifier has learned; ``load`` also reads the folders of ``kith train``."""

    @property
    def classNames(self):
        """The class of each index."""
        return list(self._java_obj.classNames())

    @staticmethod
    def _from_java(java_stage):
        model = KithClassificationModel(java_stage)
        model._resetUid(java_stage.uid())
        model._transfer_params_from_java()
        return model


def _setter(name):
    def set_value(self, value):
        return self._set(**{name: value})

    return set_value


def _getter(name):
    def get_value(self):
        """What will be used, by whatever was set."""
        self._transfer_params_to_java()
        return self._call_java("get" + name[0].upper() + name[1:])

    return get_value


for _name, (_convert, _doc) in _SETTINGS.items():
    setattr(KithClassifier, _name, Param(Params._dummy(), _name, _doc, typeConverter=_convert))
    setattr(KithClassifier, "set" + _name[0].upper() + _name[1:], _setter(_name))
    setattr(KithClassifier, "get" + _name[0].upper() + _name[1:], _getter(_name))
