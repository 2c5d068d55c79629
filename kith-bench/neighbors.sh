#!/usr/bin/env bash
# kith-bench/neighbors.sh [ROWS …]   compares Kith's neighbour searches with their peers on synthetic
# speech (351 features), by default at 10000, 30000 and 100000 rows, and prints a table.
# IMAGES=1 adds Fashion-MNIST (784 features). Needs Debian's Python packages, which it installs.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
work=${WORK:-/tmp/kith-neighbors}
mkdir -p "$work"

packages=(python3-sklearn python3-faiss python3-pynndescent python3-hnswlib)
[ -n "${IMAGES:-}" ] && packages+=(dataset-fashion-mnist)
dpkg -s "${packages[@]}" >/dev/null 2>&1 || apt-get install -y "${packages[@]}" >&2

mvn -q -B -f "$here/../pom.xml" -pl kith-bench -am package -DskipTests -Dkith.archive.skip=true >&2
mvn -q -B -f "$here/../pom.xml" -pl kith-bench -am package dependency:build-classpath -DskipTests \
  -Dkith.archive.skip=true -Dmdep.outputFile=target/dependencies.txt -Dmdep.includeScope=runtime >&2
KITH_CLASSPATH=$here/target/classes:$(<"$here/target/dependencies.txt")
export KITH_CLASSPATH

if [ ! -f "$work/frames.npz" ]; then
  "$here/../kith" corpus synthesize "$work/corpus" --speakers 48 >&2
  "$here/../kith" corpus frames "$work/corpus" -o "$work/frames.npz" >&2
  rm -rf "$work/corpus"
fi
exec /usr/bin/python3 "$here/neighbors.py" "$work" "${@:-10000 30000 100000}"
