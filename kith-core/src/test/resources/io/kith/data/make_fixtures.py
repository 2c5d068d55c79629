"""Writes the NumPy files of this folder, which NumpyFilesTest reads: python3 make_fixtures.py"""
import io
import zipfile

import numpy as np
import scipy.sparse

matrix = np.array([[1.5, -2.0, 3.25], [0.1, 5.0, -6.0]])

np.save("f4_c.npy", matrix.astype("<f4"))
np.save("f4_fortran.npy", np.asfortranarray(matrix.astype("<f4")))
np.save("f8_c.npy", matrix)
np.save("i8_vector.npy", np.array([3, -1, 2**40], dtype="<i8"))
np.save("u1_matrix.npy", np.array([[0, 255], [128, 1]], dtype="u1"))
np.save("b1_vector.npy", np.array([True, False, True]))
np.save("texts.npy", np.array(["a", "", "längst", "日本"]))
np.save("big_endian.npy", matrix.astype(">f4"))
np.save("objects.npy", np.array([{"a": 1}], dtype=object))
with open("version2.npy", "wb") as out:
    np.lib.format.write_array(out, matrix.astype("<f4"), version=(2, 0))

# A header that is no multiple of 4 bytes long, as old writers made them.
text = b"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"
text += b" " * ((3 - (10 + len(text))) % 4) + b"\n"
with open("unaligned.npy", "wb") as out:
    out.write(b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text)
    out.write(matrix.astype("<f4").tobytes())

np.savez("stored.npz", X=matrix, y=np.array([7, -1]))
np.savez_compressed(
    "packed.npz",
    features=matrix.astype("<f4"),
    labels=np.array(["cat", ""]),
    groups=np.array(["p", "q"]),
    ids=np.array(["r0", "r1"]),
    feature_names=np.array(["a", "b", "c"]),
)
scipy.sparse.save_npz(
    "csr.npz", scipy.sparse.csr_matrix(np.array([[0, 1.5, 0], [2, 0, 0]], dtype="<f4"))
)
