# The service as one bundle on Node, without npm at run time:
#   docker build -t almanac .
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY scripts scripts
# The canary compares with what providers answered.
COPY test/fixtures test/fixtures
# The pages of the docs, as the service shows them.
COPY docs docs
COPY ops/runbook.md ops/
COPY src src
RUN npm run build

FROM node:22-bookworm-slim AS dependencies
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:22-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8402 \
    DATA_DIR=/data
WORKDIR /app
RUN mkdir /data && chown node:node /data
# The packages outside of the bundle (`external` in scripts/bundle/Bundle.ts), and those that they need.
COPY --from=dependencies /build/node_modules/@electric-sql node_modules/@electric-sql
COPY --from=dependencies /build/node_modules/tiny-secp256k1 node_modules/tiny-secp256k1
COPY --from=dependencies /build/node_modules/uint8array-tools node_modules/uint8array-tools
COPY --from=dependencies /build/node_modules/secp256k1 node_modules/secp256k1
COPY --from=dependencies /build/node_modules/node-gyp-build node_modules/node-gyp-build
# The service and the operator's programs (node dist/doctor.cjs, node dist/report.cjs ...), and the licences of what is in them.
COPY --from=build /build/dist dist
COPY package.json LICENSE ./
USER node
VOLUME /data
EXPOSE 8402
# Whether the process answers. Whether its database does is `/health/ready`: a restart would not mend that.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Process 1 is the service itself: it gets the SIGTERM of a stop, and finishes what is under way (55 s at most).
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=768", "dist/main.cjs"]
