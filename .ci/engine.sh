# Functions for .ci/run: a Docker engine and the images.

engine_answers() { timeout 20 docker info >/dev/null 2>&1; }

has_compose() { command -v docker-compose >/dev/null || docker compose version >/dev/null 2>&1; }

# Starts Debian's engine if this machine has none. It ends with the run.
start_engine() {
  if engine_answers; then return; fi
  [ "$(id -u)" = 0 ] || return 1
  command -v dockerd >/dev/null || install_absent docker.io iptables
  command -v dockerd >/dev/null || return 1
  # The installation may have started one.
  if engine_answers; then return; fi
  dockerd >"$engine_log" 2>&1 &
  engine=$!
  for _ in $(seq 30); do
    sleep 1
    if engine_answers; then return; fi
  done
  tail -n 5 "$engine_log"
  kill "$engine" 2>/dev/null
  engine=
  return 1
}

prepare_containers() {
  start_engine || { echo 'no Docker engine answers, and none could be started'; return 1; }
  command -v debootstrap >/dev/null || install_absent debootstrap || return 1
  has_compose || { echo 'there is no docker-compose'; return 1; }
  # The images must be buildable here, so a failure counts.
  bounded 12m infra/images/build.sh || { echo 'the images could not be built'; failures=1; return 1; }
}
