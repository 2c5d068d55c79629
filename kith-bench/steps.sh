#!/usr/bin/env bash
# kith-bench/steps.sh [ROUNDS [THREADS …]]   compares Kith's training step with Python's torch and with the bare
# matrix products, by turns in one run: by default 5 rounds, on 1 and 2 threads. Installs Debian's python3-torch
# and OpenBLAS where they are missing.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
packages=(python3-torch libopenblas0-pthread)
dpkg -s "${packages[@]}" >/dev/null 2>&1 || apt-get install -y --no-install-recommends "${packages[@]}" >&2

mvn -q -B -f "$here/../pom.xml" -pl kith-bench -am package -Dmaven.test.skip=true >&2
KITH_CLASSPATH=$here/target/classes:$(<"$here/target/dependencies.txt")
export KITH_CLASSPATH
rounds=${1:-5}
shift || true
[ $# -gt 0 ] || set -- 1 2
exec /usr/bin/python3 "$here/steps.py" "$rounds" "$@"
