#!/usr/bin/env bash
# kith-bench/neighbors.sh [ROWS …]   compares Kith's neighbour searches with their peers, on synthetic speech
# (351 features; by default 10000 20000 30000 100000 300000 1000000 rows) and on Fashion-MNIST (784), and writes
# tables and plots into docs/benchmarks.md. Needs Debian's Python packages, which it installs. An interrupted run goes
# on where it was; WORK (default /tmp/kith-neighbors) keeps data and results until it is removed.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
work=${WORK:-/tmp/kith-neighbors}
mkdir -p "$work"
sizes=("$@")
[ ${#sizes[@]} -gt 0 ] || sizes=(10000 20000 30000 100000 300000 1000000)
most=$(printf '%s\n' "${sizes[@]}" | sort -n | tail -1)
speakers=$((most / 2400 + 1))

packages=(python3-numpy python3-sklearn python3-faiss python3-pynndescent python3-hnswlib dataset-fashion-mnist)
dpkg -s "${packages[@]}" >/dev/null 2>&1 || apt-get install -y "${packages[@]}" >&2

mvn -q -B -f "$here/../pom.xml" -pl kith-bench -am package -Dmaven.test.skip=true -Dkith.archive.skip=true >&2
KITH_CLASSPATH=$here/target/classes:$(<"$here/target/dependencies.txt")
export KITH_CLASSPATH

if [ ! -f "$work/frames.npz" ]; then
  "$here/../kith" corpus synthesize "$work/corpus" --speakers "$speakers" >&2
  "$here/../kith" corpus frames "$work/corpus" -o "$work/frames.npz" >&2
  rm -rf "$work/corpus"
fi
/usr/bin/python3 "$here/neighbors.py" run "$work" "${sizes[@]}"
/usr/bin/python3 "$here/neighbors.py" write "$work" "$here/../docs"
