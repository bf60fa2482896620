# Functions for .ci/run: steps with limits, tests that are counted, packages that are installed.
failures=0
passed=0 failed=0 skipped=0
notes=
log=$(mktemp) engine_log=$(mktemp)
# A folder for the bare machine. What it cannot test is tested in a later step.
bare= later=
# The processes that may still run at the end.
engine= running=

# Ends its own processes first, so that they print nothing after the last line.
close() {
  local process
  for process in $running $engine; do
    kill "$process" 2>/dev/null
    timeout 40 tail --pid="$process" --follow /dev/null
  done
  [ -z "$bare" ] || rm -rf --one-file-system "$bare"
  rm -f "$log" "$engine_log"
  printf '\n%s' "$notes"
  printf '\nThe run took %d s.\n' "$((SECONDS - started))"
  [ "$skipped" = 0 ] || echo "$skipped tests were skipped. Each says why above.$later"
  echo "$passed passed, $((failed > 0 ? failed : failures)) failed"
  if [ "$failures" = 0 ] && [ "$failed" = 0 ]; then exit 0; else exit 1; fi
}

step() { printf '\n=== %s\n' "$*"; }

# bounded LIMIT COMMAND...: stops the command after LIMIT, and reports it.
bounded() {
  local limit=$1 status
  shift
  timeout --kill-after=30s "$limit" "$@" </dev/null
  status=$?
  if [ "$status" = 124 ] || [ "$status" = 137 ]; then echo "$1 was stopped after $limit."; fi
  return "$status"
}

# must NAME LIMIT COMMAND...: a failure is one of the run.
must() {
  local name=$1
  shift
  bounded "$@" && return
  failures=1 notes+="FAILED $name"$'\n'
  return 1
}

# tested LIMIT COMMAND...: adds the counts of the last line. Without such a line it counts as a failure.
tested() {
  local status
  # Into a file that is shown at the same time: a process that outlives the limit cannot keep this script's output open.
  bounded "$@" >"$log" 2>&1 &
  running=$!
  tail --pid="$running" --lines=+1 --follow "$log"
  wait "$running"
  status=$?
  running=
  notes+=$(grep -aE '^(FAILED|FLAKY) ' "$log")$'\n'
  if [[ $(tail -n 1 "$log") =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed(,\ ([0-9]+)\ skipped)?$ ]]; then
    passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
    skipped=$((skipped + ${BASH_REMATCH[4]:-0}))
  else
    echo "The tests ended without their closing line (exit code $status)."
    failed=$((failed + 1))
  fi
  [ "$status" = 0 ] || failures=1
}

# install_absent PACKAGE...: installs Debian's packages if this user may. Succeeds only if all are installed.
install_absent() {
  local package status=0
  [ $# = 0 ] && return
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || { echo "only root can install $*"; return 1; }
  bounded 5m apt-get -qq update >"$log" 2>&1 || tail -n 5 "$log"
  for package in "$@"; do
    DEBIAN_FRONTEND=noninteractive bounded 10m apt-get -qq install --yes --no-install-recommends "$package" >"$log" 2>&1 ||
      { tail -n 5 "$log"; status=1; }
  done
  return "$status"
}
