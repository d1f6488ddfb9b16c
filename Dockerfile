# Two stages: build with everything, run with what the server needs.
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
ENV NODE_ENV=production DATA_DIR=/app/data
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
COPY config config
COPY bin bin
RUN mkdir data && chown node:node data
USER node
VOLUME /app/data
EXPOSE 10254 10255
HEALTHCHECK --interval=10s --timeout=4s CMD ["node", "dist/src/healthcheck.js"]
CMD ["node", "dist/src/start.js"]
