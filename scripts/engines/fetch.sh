#!/usr/bin/env bash
# Installs what the test engines need, in ${XDG_CACHE_HOME:-~/.cache}/sextant-engines and, if root runs it on Debian,
# with apt. Skips what is installed already. At the end, prints what is missing; exit code 1 if anything is.
set -uo pipefail
cd "$(dirname "$0")"
cache="${XDG_CACHE_HOME:-$HOME/.cache}/sextant-engines"
mkdir -p "$cache"

need=()
ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || need+=(postgresql)
command -v mariadbd >/dev/null || need+=(mariadb-server)
python3 -c 'import ensurepip' 2>/dev/null || need+=(python3-venv)
command -v javac >/dev/null || need+=(openjdk-17-jdk-headless)
command -v mvn >/dev/null || need+=(maven)
# Debian's packages need root; on other systems, the user installs these programs
if [ ${#need[@]} -gt 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq && apt-get install -y -qq --no-install-recommends "${need[@]}" >/dev/null 2>&1
fi

# each engine is installed in a temporary folder, which is then renamed: an interrupted installation starts again
clickhouse() {
  local target="$cache/clickhouse-26.9.0"
  [ -d "$target" ] && return
  rm -rf "$target.new"
  # a virtual environment cannot be moved, so the packages go to a separate folder
  python3 -m venv "$target.new/venv" &&
    "$target.new/venv/bin/pip" install -q --disable-pip-version-check --no-deps --target "$target.new/packages" chdb-core==26.9.0 &&
    rm -rf "$target.new/venv" && mv "$target.new" "$target"
}

trino() {
  local target="$cache/trino-435"
  [ -d "$target" ] && return
  rm -rf "$target.new"
  mvn -q -B -f trino/pom.xml dependency:copy-dependencies "-DoutputDirectory=$target.new" && mv "$target.new" "$target"
}

# not a database: a server with the protocol of S3, for files that nodes share
moto() {
  local target="$cache/moto-5.2.5"
  [ -d "$target" ] && return
  rm -rf "$target.new"
  python3 -m venv "$target.new/venv" &&
    "$target.new/venv/bin/pip" install -q --disable-pip-version-check --target "$target.new/packages" 'moto[server]==5.2.5' &&
    rm -rf "$target.new/venv" && mv "$target.new" "$target"
}

clickhouse & clickhouse_job=$!
trino & trino_job=$!
moto & moto_job=$!
status=0
wait $clickhouse_job || { echo "ClickHouse could not be fetched (python3, pip)"; status=1; }
wait $trino_job || { echo "Trino could not be fetched (Java 17, Maven)"; status=1; }
wait $moto_job || { echo "Moto could not be fetched (python3, pip)"; status=1; }
ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || { echo "PostgreSQL is not installed"; status=1; }
command -v mariadbd >/dev/null || { echo "MariaDB is not installed"; status=1; }
exit $status
