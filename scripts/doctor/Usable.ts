/**
 * Settings to look around with although some are wrong: those are left out, and what depends on them is not looked at.
 */
import { ConfigProvider, Effect, Either } from "effect"
import { fileOf, problems, wrongNames } from "../../src/Settings/Reader.ts"
import { misspeltNames, Settings } from "../../src/Settings.ts"
import { type Finding, fail, ok, warn } from "./Finding.ts"

/** In place of what has no default. */
const standIns: Readonly<Record<string, string>> = {
  X402_PAY_TO: `0x${"0".repeat(39)}1`,
  CONTACT: "https://example.org",
  PUBLIC_URL: "http://localhost",
  X402_FACILITATOR_URL: "http://localhost"
}

/** Settings that make sense together only: one that is wrong takes the others with it. */
const together: ReadonlyArray<ReadonlyArray<string>> = [
  ["X402_FACILITATOR_TOKEN", "CDP_API_KEY_ID", "CDP_API_KEY_SECRET"],
  ["COINGECKO_API_KEY", "COINGECKO_PLAN"],
  ["X402_NETWORK", "X402_ASSET", "X402_ASSET_NAME", "X402_ASSET_VERSION"]
]

const nameOf = (name: string) => name.replace(/_FILE$/, "")

/** The names that are wrong, and those that go with them. */
const leftOut = (wrong: ReadonlyArray<string>): ReadonlyArray<string> => {
  const names = wrong.map(nameOf)
  return [
    ...new Set([...names, ...together.filter((group) => group.some((one) => names.includes(one))).flat()])
  ]
}

/** What the settings are, what is wrong with them, and the names of those that were left out. */
export interface Usable {
  readonly findings: ReadonlyArray<Finding>
  readonly without: ReadonlyArray<string>
  /** None when too much is wrong. */
  readonly settings: Either.Either<Settings["Type"], unknown>
}

/** Reads the current `ConfigProvider`. */
export const usable: Effect.Effect<Usable> = Effect.gen(function* () {
  const environment = yield* Effect.configProviderWith(Effect.succeed)
  const spelling = (yield* misspeltNames).map(({ name, nearest }) =>
    warn("settings", `${name} is no setting`, `is ${nearest} meant?`)
  )
  const read = yield* Effect.either(Settings.config)
  if (Either.isRight(read)) {
    return { findings: [ok("settings", "all right"), ...spelling], without: [], settings: read }
  }
  const without = leftOut(wrongNames(read.left))
  const replaced = ConfigProvider.fromMap(
    new Map(without.flatMap((name) => [[name, standIns[name] ?? ""] as const, [fileOf(name), ""] as const]))
  )
  return {
    findings: [
      ...problems(read.left).map((problem) => fail("settings", problem, "see .env.example")),
      ...spelling
    ],
    without,
    settings: yield* Effect.either(
      Effect.withConfigProvider(
        Settings.config,
        ConfigProvider.orElse(replaced, () => environment)
      )
    )
  }
})
