#!/bin/sh
# Arguments that are only options or a configuration file go to redis-server, as the official image documents it.
# The network of the containers limits the access, so protected mode is off.
set -e
if [ "${1#-}" != "$1" ] || [ "${1%.conf}" != "$1" ]; then set -- redis-server "$@"; fi
if [ "$1" = redis-server ]; then set -- "$@" --protected-mode no; fi
exec "$@"
