#!/usr/bin/env bash
# Creates the cluster's certificate authority and a certificate for each node of KurrentDB, if they are missing. Only root
# reads the authority's key. Nodes trust each other by the name in their certificates, clients by the host name.
# certificates.sh AUTHORITY NODES HOST...: the first folder is for all, the second for the nodes.
set -euo pipefail
authority=$1 nodes=$2
shift 2
days=3650
umask 077

if [ ! -s "$authority/ca.crt" ] || [ ! -s "$nodes/ca.key" ]; then
  rm -rf "${nodes:?}"/*
  openssl req -x509 -newkey rsa:3072 -nodes -days "$days" -subj '/O=Listino/CN=KurrentDB CA' \
    -addext 'keyUsage=critical,keyCertSign,cRLSign' -keyout "$nodes/ca.key" -out "$authority/ca.crt" 2>/dev/null
fi
for host in "$@"; do
  [ -s "$nodes/$host/node.crt" ] && continue
  made=$(mktemp -d)
  openssl req -newkey rsa:2048 -nodes -subj '/O=Listino/CN=kurrentdb-node' -keyout "$made/node.key" \
    -out "$made/node.csr" 2>/dev/null
  printf '%s\n' 'basicConstraints=CA:FALSE' 'keyUsage=critical,digitalSignature,keyEncipherment' \
    'extendedKeyUsage=serverAuth,clientAuth' "subjectAltName=DNS:$host,DNS:localhost,IP:127.0.0.1" >"$made/extensions"
  openssl x509 -req -in "$made/node.csr" -days "$days" -CA "$authority/ca.crt" -CAkey "$nodes/ca.key" -set_serial "0x$(openssl rand -hex 16)" \
    -extfile "$made/extensions" -out "$made/node.crt" 2>/dev/null
  mkdir -p "$nodes/$host"
  # The certificate is written last, as a sign that the key exists.
  cp "$made/node.key" "$nodes/$host/" && cp "$made/node.crt" "$nodes/$host/"
  # The user of KurrentDB's image.
  if [ "$(id -u)" = 0 ]; then chown -R 1000:1000 "$nodes/$host"; fi
done
chmod 755 "$authority" "$nodes"
chmod 644 "$authority/ca.crt"
echo "The certificates of $* are in place."
