/**
 * All checks, as far as the settings allow: what is wrong in one place keeps nobody from looking at the others.
 */
import { HttpClient } from "@effect/platform"
import { ConfigProvider, Effect, Either } from "effect"
import { problems } from "../../src/Settings/Reader.ts"
import { Settings } from "../../src/Settings.ts"
import * as Database from "./Database.ts"
import { fail, ok } from "./Finding.ts"
import * as Money from "./Money.ts"
import * as Providers from "./Providers.ts"
import * as Redis from "./Redis.ts"
import * as Skew from "./Skew.ts"

/** In place of what no default could be right for, so that the checks go on without. */
const standIns = ConfigProvider.fromMap(
  new Map([
    ["X402_PAY_TO", `0x${"0".repeat(39)}1`],
    ["CONTACT", "https://example.org"]
  ])
)

const outside = Effect.gen(function* () {
  const settings = yield* Settings
  const { client, skew } = Skew.watched(yield* HttpClient.HttpClient)
  const [database, redis, facilitator, rpc, providers] = yield* Effect.all(
    [
      Database.check(settings),
      Redis.check(settings),
      Money.facilitator(settings),
      Money.rpc(settings),
      Providers.check
    ],
    { concurrency: "unbounded" }
  ).pipe(Effect.provideService(HttpClient.HttpClient, client))
  return [...database, redis, facilitator, rpc, ...providers, Skew.finding(yield* skew)]
})

/** The findings, in the order of the settings. Reads the current `ConfigProvider`. */
export const examine = Effect.gen(function* () {
  const environment = yield* Effect.configProviderWith(Effect.succeed)
  const read = yield* Effect.either(Settings.config)
  if (Either.isRight(read)) {
    return [ok("settings", "all right"), ...(yield* Effect.provideService(outside, Settings, read.right))]
  }
  const wrong = problems(read.left).map((problem) => fail("settings", problem, "see .env.example"))
  const filled = ConfigProvider.orElse(standIns, () => environment)
  const usable = yield* Effect.either(Effect.withConfigProvider(Settings.config, filled))
  return Either.isRight(usable)
    ? [...wrong, ...(yield* Effect.provideService(outside, Settings, usable.right))]
    : wrong
})
