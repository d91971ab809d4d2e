/**
 * The alerts, by real faults: the running service, a Prometheus that scrapes it, and the operators' own rules.
 */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { stop } from "../../scripts/process/Spawned.ts"
import { call, payment } from "../support/Buyer.ts"
import { buyers } from "../support/Harness.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Neighbours from "../support/process/Neighbours.ts"
import * as Prometheus from "../support/process/Prometheus.ts"
import * as Relay from "../support/process/Relay.ts"

/** What a neighbour does with a call that a test wants otherwise: a status. */
type Fault = (path: string) => number | undefined

/** Passes calls on, but for those that the fault of the moment answers. */
const faulty = (target: string) => {
  let fault: Fault = () => undefined
  return Effect.map(
    Relay.before(target, ({ url = "/" }) => fault(url)),
    (url) => ({
      url,
      set: (next: Fault) => {
        fault = next
      }
    })
  )
}

const dashboard: ReadonlyArray<string> = [
  ...readFileSync("ops/grafana/dashboards/almanac.json", "utf8").matchAll(/"expr": "((?:[^"\\]|\\.)*)"/g)
].map(([, text]) => JSON.parse(`"${text}"`).replaceAll("$__rate_interval", "10s"))

describe.skipIf(!Prometheus.isHere)("the alerts", () => {
  it.scopedLive(
    "fire for what they are there for, and cease",
    () =>
      Effect.gen(function* () {
        const { environment } = yield* Neighbours.start()
        const provider = yield* faulty(environment.FRANKFURTER_URL)
        const facilitator = yield* faulty(environment.X402_FACILITATOR_URL)
        const almanac = yield* Almanac.start({
          ...environment,
          FRANKFURTER_URL: provider.url,
          X402_FACILITATOR_URL: facilitator.url,
          BREAKER_COOLDOWN: "3 seconds",
          METRICS_PORT: "0"
        })
        const [, target = ""] = yield* Effect.promise(() =>
          almanac.prints(/metrics on http:\/\/([\d.:]+)\/metrics/)
        )
        const [, url = ""] = yield* Effect.promise(() => almanac.prints(/listens on (http:\/\/[\d.:]+)/))
        const prometheus = yield* Prometheus.start(target)

        let calls = 0
        const buy = async () => {
          calls += 1
          const account = buyers[calls % buyers.length]
          return call(url, await payment(account === undefined ? {} : { account }), {
            base: "EUR",
            // Never the same question twice: the cache would answer.
            currencies: ["USD", "GBP", "CHF", "JPY", "SEK", "NOK", "DKK"].filter(
              (_, at) => (calls >> at) % 2 === 1 || at === 0
            ),
            date: `2024-${String((calls % 12) + 1).padStart(2, "0")}-${String((calls % 27) + 1).padStart(2, "0")}`
          })
        }
        /** Buys again and again until the alerts that fire are as wanted. */
        const until = (name: string, holds: (firing: ReadonlySet<string>) => boolean, buying = true) =>
          Effect.promise(async () => {
            const last: Array<number> = []
            for (let attempt = 0; attempt < 240; attempt++) {
              if (holds(await prometheus.firing())) return
              if (buying) last.push((await buy()).status)
              await new Promise((resolve) => setTimeout(resolve, 250))
            }
            const firing = [...(await prometheus.firing())].join(", ")
            throw new Error(
              `${name}: not within a minute; firing: ${firing}; statuses: ${last.slice(-10)}\n${almanac.output().slice(-2000)}`
            )
          })
        const fires = (...names: ReadonlyArray<string>) =>
          until(names.join(", "), (firing) => names.every((name) => firing.has(name)))
        const ceases = (...names: ReadonlyArray<string>) =>
          until(`no ${names}`, (firing) => !names.some((name) => firing.has(name)))

        for (let n = 0; n < 5; n++) expect((yield* Effect.promise(buy)).status).toBe(200)
        expect([...(yield* Effect.promise(() => prometheus.firing()))]).toEqual([])

        provider.set(() => 500)
        yield* fires("AlmanacCircuitOpen", "AlmanacErrorBudgetBurnFast")
        provider.set(() => undefined)
        yield* ceases("AlmanacCircuitOpen", "AlmanacErrorBudgetBurnFast")

        facilitator.set(() => 503)
        yield* fires("AlmanacFacilitatorFailing")
        facilitator.set((path) => (path.endsWith("/settle") ? 503 : undefined))
        yield* fires("AlmanacPendingSettlementOld")

        const refusals = yield* Effect.promise(() =>
          Promise.all(dashboard.map((query) => prometheus.refusal(query)))
        )
        expect(dashboard.length).toBeGreaterThan(30)
        expect(dashboard.filter((_, at) => refusals[at] !== undefined)).toEqual([])

        yield* Effect.promise(() => stop(almanac))
        yield* until("AlmanacDown", (firing) => firing.has("AlmanacDown"), false)
      }),
    300_000
  )
})
