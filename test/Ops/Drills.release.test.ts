/**
 * The alerts, readiness and the error budget by drills: real faults of the running service, with a Prometheus, an
 * Alertmanager and the operators' own files. Each alert fires, its receiver hears of it, and it ends.
 */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { freePort } from "../../scripts/process/FreePort.ts"
import { stop } from "../../scripts/process/Spawned.ts"
import { call, nextBuyer, payment } from "../support/Buyer.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Monitoring from "../support/process/Monitoring.ts"
import * as Neighbours from "../support/process/Neighbours.ts"
import * as Relay from "../support/process/Relay.ts"
import * as Postgres from "../support/servers/Postgres.ts"
import * as RedisServer from "../support/servers/RedisServer.ts"

/** Milliseconds for one step of a drill, on a busy machine. */
const patience = 150_000

const currencies = ["USD", "GBP", "CHF", "JPY", "SEK", "NOK", "DKK"]
let calls = 0

/** Buys exchange rates, never the same twice: the cache would answer. */
const buy = async (url: string) => {
  calls += 1
  const two = (n: number) => String(n).padStart(2, "0")
  return call(url, await payment({ account: nextBuyer() }), {
    base: "EUR",
    currencies: currencies.filter((_, at) => at === 0 || (calls >> at) % 2 === 1),
    date: `2024-${two((calls % 12) + 1)}-${two((calls % 27) + 1)}`
  })
}

/** Waits for a state; `act` is done again and again meanwhile. */
const until = (
  what: string,
  holds: () => Promise<boolean>,
  act: () => Promise<unknown> = async () => {},
  told: () => Promise<string> = async () => ""
) =>
  Effect.promise(async () => {
    const end = performance.now() + patience
    while (!(await holds())) {
      if (performance.now() > end) throw new Error(`${what}: never; ${await told()}`)
      await act()
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  })

/** Waits until an alert fires and its receiver has heard of it; and until it ends and its receiver has heard of that. */
const watching = (monitoring: Monitoring.Monitoring, act?: () => Promise<unknown>) => {
  const hasHeard = (name: string, status: string) =>
    monitoring.heard.filter(({ labels }) => labels["alertname"] === name).at(-1)?.status === status
  const told = async () => `firing: ${[...(await monitoring.firing()).keys()].join(", ")}`
  return {
    fires: (name: string, level: string) =>
      until(
        `${name} fires`,
        async () => (await monitoring.firing()).get(name) === level && hasHeard(name, "firing"),
        act,
        told
      ),
    ends: (name: string) =>
      until(
        `${name} ends`,
        async () => !(await monitoring.firing()).has(name) && hasHeard(name, "resolved"),
        act,
        told
      )
  }
}

/** Waits until the service is healthy in the eyes of Prometheus, and no alert fires. */
const healthy = (monitoring: Monitoring.Monitoring) =>
  until(
    "healthy",
    async () =>
      (await monitoring.value("min(almanac_ready)")) === 1 &&
      (await monitoring.value("min(up)")) === 1 &&
      (await monitoring.firing()).size === 0
  )

const dashboard: ReadonlyArray<string> = [
  ...readFileSync("ops/grafana/dashboards/almanac.json", "utf8").matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)
].map(([, text]) => JSON.parse(`"${text}"`).replaceAll("$__rate_interval", "10s"))

describe.skipIf(!Monitoring.isHere).concurrent("a drill", () => {
  it.scopedLive(
    "of a stop: readiness says so first, the budget is whole, the service is missed, and comes back",
    () =>
      Effect.gen(function* () {
        const { environment } = yield* Neighbours.start()
        const target = `127.0.0.1:${yield* freePort}`
        const settings = {
          ...environment,
          ...(yield* Almanac.ledger),
          METRICS_PORT: target.split(":")[1] ?? "",
          SHUTDOWN_DELAY: "10 seconds"
        }
        const first = yield* Almanac.start(settings)
        const url = yield* Almanac.urlOf(first)
        yield* Almanac.readiness(url, 200)
        const monitoring = yield* Monitoring.start(target)
        const { ends, fires } = watching(monitoring)
        yield* healthy(monitoring)
        for (let n = 0; n < 5; n++) expect((yield* Effect.promise(() => buy(url))).status).toBe(200)
        const budget = () => monitoring.value("max(max_over_time(almanac:errors:ratio_rate5m[1h]))")
        const unready = 'sum(almanac_http_requests_total{capability="none",status="5xx"})'
        yield* until(
          "calls are counted",
          async () => (await budget()) === 0,
          () => buy(url)
        )

        first.child.kill("SIGTERM")
        yield* Almanac.readiness(url, 503)
        expect((yield* Effect.promise(() => fetch(`${url}/health/serving`))).status).toBe(503)
        expect((yield* Effect.promise(() => buy(url))).status).toBe(200)
        yield* until(
          "Prometheus sees that",
          async () => Number(await monitoring.value(unready)) > 0,
          () => fetch(`${url}/health/ready`)
        )
        expect(yield* Effect.promise(() => first.ends)).toBe(0)
        expect(first.output()).not.toMatch(/"level":"(error|fatal)"/)
        expect(yield* Effect.promise(budget)).toBe(0)

        monitoring.setTargets([])
        yield* fires("AlmanacDown", "page")
        const [page] = monitoring.heard.filter(({ labels }) => labels["alertname"] === "AlmanacDown")
        expect(page?.labels).not.toHaveProperty("runbook")
        const link = page?.annotations["runbook_url"] ?? ""
        expect(link).toMatch(/^http:\/\/127[\d.:]+\/user\/runbook\.md#almanacdown$/)
        expect(yield* Effect.promise(async () => (await fetch(link)).text())).toContain("\n## AlmanacDown\n")

        const second = yield* Almanac.start(settings)
        yield* Almanac.readiness(yield* Almanac.urlOf(second), 200)
        monitoring.setTargets([target])
        yield* ends("AlmanacDown")
        // A healthy start has nothing to say; the first one had migrations to run, which may take its time.
        expect(second.output()).not.toMatch(/not ready: |ready again|"level":"(error|fatal)"/)
        // Killed, and its name still known.
        yield* Effect.promise(() => stop(second))
        yield* fires("AlmanacDown", "page")
        expect(yield* Effect.promise(budget)).toBe(0)
      }),
    600_000
  )

  it.scopedLive(
    "of failing neighbours: a provider, the facilitator, a settlement that stays open",
    () =>
      Effect.gen(function* () {
        const { environment } = yield* Neighbours.start()
        const faults: { provider?: number; facilitator?: number; settle?: number } = {}
        const provider = yield* Relay.before(environment.FRANKFURTER_URL, () => faults.provider)
        const facilitator = yield* Relay.before(environment.X402_FACILITATOR_URL, ({ url = "" }) =>
          url.endsWith("/settle") ? (faults.settle ?? faults.facilitator) : faults.facilitator
        )
        const target = `127.0.0.1:${yield* freePort}`
        const almanac = yield* Almanac.start({
          ...environment,
          ...(yield* Almanac.ledger),
          FRANKFURTER_URL: provider,
          X402_FACILITATOR_URL: facilitator,
          BREAKER_COOLDOWN: "3 seconds",
          METRICS_PORT: target.split(":")[1] ?? ""
        })
        const url = yield* Almanac.urlOf(almanac)
        yield* Almanac.readiness(url, 200)
        const monitoring = yield* Monitoring.start(target)
        // What a load balancer asks all the time must not make failures look rare.
        const { ends, fires } = watching(monitoring, async () => {
          await Promise.all([buy(url), ...Array.from({ length: 8 }, () => fetch(`${url}/health/serving`))])
        })
        yield* healthy(monitoring)

        faults.provider = 500
        yield* fires("AlmanacErrorBudgetBurnFast", "page")
        yield* fires("AlmanacCircuitOpen", "ticket")
        delete faults.provider
        yield* ends("AlmanacErrorBudgetBurnFast")
        yield* ends("AlmanacCircuitOpen")

        faults.facilitator = 503
        yield* fires("AlmanacFacilitatorFailing", "page")
        delete faults.facilitator
        yield* ends("AlmanacFacilitatorFailing")

        faults.settle = 503
        yield* fires("AlmanacPendingSettlementOld", "page")
        delete faults.settle
        yield* ends("AlmanacPendingSettlementOld")

        expect(dashboard.length).toBeGreaterThan(30)
        const refusals = yield* Effect.promise(() => Promise.all(dashboard.map(monitoring.refusal)))
        expect(dashboard.filter((_, at) => refusals[at] !== undefined)).toEqual([])
      }),
    600_000
  )

  it.scopedLive.skipIf(Postgres.url === undefined || !RedisServer.isHere)(
    "of the servers behind it: the database away is a page, Redis away is a ticket and no more",
    () =>
      Effect.gen(function* () {
        const { environment } = yield* Neighbours.start()
        const database = yield* Postgres.proxy(yield* Postgres.database)
        yield* database.open
        const redis = yield* RedisServer.make
        const target = `127.0.0.1:${yield* freePort}`
        const almanac = yield* Almanac.start({
          ...environment,
          DATABASE_URL: Redacted.value(database.url),
          REDIS_URL: redis.url,
          METRICS_PORT: target.split(":")[1] ?? ""
        })
        const url = yield* Almanac.urlOf(almanac)
        yield* Almanac.readiness(url, 200)
        const monitoring = yield* Monitoring.start(target)
        const { ends, fires } = watching(monitoring)
        const serving = () => Effect.promise(async () => (await fetch(`${url}/health/serving`)).status)
        yield* healthy(monitoring)

        yield* database.close
        yield* fires("AlmanacNotReady", "page")
        expect(yield* serving()).toBe(503)
        yield* database.open
        yield* ends("AlmanacNotReady")
        yield* until("serving", async () => (await fetch(`${url}/health/serving`)).status === 200)

        yield* healthy(monitoring)
        yield* redis.stop
        yield* fires("AlmanacCacheAway", "ticket")
        expect(yield* serving()).toBe(200)
        expect((yield* Effect.promise(() => buy(url))).status).toBe(200)
        const levels = [...(yield* Effect.promise(() => monitoring.firing())).values()]
        expect(levels.filter((level) => level === "page")).toEqual([])
        yield* redis.start
        yield* ends("AlmanacCacheAway")
        yield* Almanac.readiness(url, 200)
      }),
    600_000
  )
})
