/**
 * All checks, as far as the settings allow: what is wrong in one place keeps nobody from looking at the others.
 */
import { HttpClient } from "@effect/platform"
import { Effect, Either } from "effect"
import { Settings } from "../../src/Settings.ts"
import * as Database from "./Database.ts"
import { type Finding, off } from "./Finding.ts"
import * as Money from "./Money.ts"
import * as Providers from "./Providers.ts"
import * as Redis from "./Redis.ts"
import * as Skew from "./Skew.ts"
import { usable } from "./Usable.ts"

const chain = ["X402_NETWORK", "X402_ASSET", "X402_ASSET_NAME", "X402_ASSET_VERSION"]

const outside = (without: ReadonlyArray<string>) => {
  /** Leaves a check out when a setting that it goes by is wrong. */
  const knowing = <E, R>(
    check: string,
    names: ReadonlyArray<string>,
    findings: Effect.Effect<ReadonlyArray<Finding>, E, R>
  ): Effect.Effect<ReadonlyArray<Finding>, E, R> => {
    const wrong = names.filter((name) => without.includes(name))
    return wrong.length === 0
      ? findings
      : Effect.succeed([off(check, `not looked at: ${wrong.join(" and ")} must be put right first`)])
  }

  return Effect.gen(function* () {
    const settings = yield* Settings
    const { client, skew } = Skew.watched(yield* HttpClient.HttpClient)
    const findings = yield* Effect.all(
      [
        knowing("database", ["DATABASE_URL", "DATA_DIR"], Database.check(settings)),
        knowing(
          "redis",
          ["REDIS_URL"],
          Effect.map(Redis.check(settings), (one) => [one])
        ),
        knowing(
          "payee",
          ["X402_PAY_TO", ...chain],
          Effect.map(Money.payee(settings), (one) => [one])
        ),
        knowing(
          "facilitator",
          [
            "X402_FACILITATOR_URL",
            "X402_FACILITATOR_TOKEN",
            "X402_FACILITATOR_FALLBACK_URL",
            "X402_FACILITATOR_FALLBACK_TOKEN",
            ...chain
          ],
          Money.facilitators(settings)
        ),
        knowing(
          "chain node",
          ["X402_RPC_URL", ...chain],
          Effect.map(Money.rpc(settings), (one) => [one])
        ),
        Providers.check(without)
      ],
      { concurrency: "unbounded" }
    ).pipe(Effect.provideService(HttpClient.HttpClient, client))
    return [...findings.flat(), Skew.finding(yield* skew)]
  })
}

/** The findings, in the order of the settings. Reads the current `ConfigProvider`. */
export const examine = Effect.gen(function* () {
  const { findings, settings, without } = yield* usable
  return Either.isRight(settings)
    ? [...findings, ...(yield* Effect.provideService(outside(without), Settings, settings.right))]
    : findings
})
