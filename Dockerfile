# Installs the locked packages and builds the pages. What only the build and the browser bundle need is removed again.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/launch.mjs build \
    && cd node_modules \
    && rm -rf @atlaskit @babel @base-ui @codemirror @deck.gl @fontsource-variable @lezer @loaders.gl @luma.gl @maplibre \
        @oxc-project @rolldown @tanstack @vitejs echarts/dist lightningcss lightningcss-* lucide-react maplibre-gl \
        react-dom rolldown vite \
    && find . -name '*.map' -delete

# Run it with `--read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges --memory 4g --pids-limit 500`: see
# docs/install.md, Confining the engine.
FROM node:24.21.0-bookworm-slim
# tini is process 1: it passes signals on and ends orphaned processes
RUN apt-get update \
    && apt-get install -y --no-install-recommends tini \
    && rm -rf /var/lib/apt/lists/* \
    && mkdir -m 700 /data \
    && chown node:node /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8088 SEXTANT_HOME=/data
WORKDIR /app
COPY --from=build /app /app
USER node
VOLUME /data
EXPOSE 8088
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["node", "scripts/health.mjs"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "scripts/launch.mjs", "start"]
