#!/bin/sh
# Options and configuration files alone are redis-server's, as the official image documents it; who may reach it is the
# container network's matter, so that it is not protected by itself.
set -e
if [ "${1#-}" != "$1" ] || [ "${1%.conf}" != "$1" ]; then set -- redis-server "$@"; fi
if [ "$1" = redis-server ]; then set -- "$@" --protected-mode no; fi
exec "$@"
