# Two stages: build with everything, run with what the server needs. Nothing in the second one is written after the build
# but /app/data and /tmp, so its root may be mounted read-only.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY migrations migrations
COPY scripts scripts
COPY src src
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Credential Gateway" \
      org.opencontainers.image.description="Lets AI agents call real APIs without ever holding the credentials." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production DATA_DIR=/app/data APP_VERSION=${VERSION}
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
COPY config config
COPY bin bin
RUN mkdir data && chown node:node data
USER 1000:1000
VOLUME /app/data
EXPOSE 10254 10255
HEALTHCHECK --interval=10s --timeout=4s CMD ["node", "dist/src/healthcheck.js"]
CMD ["node", "dist/src/start.js"]
