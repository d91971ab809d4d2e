/**
 * Asks the live providers whether they still answer as we know them, one harmless call for each operation:
 *
 *   npm run canary -- --only openalex,gdelt --save recordings
 *
 * In the image: `node dist/canary.cjs`, with the same options.
 *
 * Exits with 0 when every reply decodes; 1 when an operation fails or its reply no longer decodes; 2 when it cannot
 * start. `--only` names providers or operations. `--save` writes a redacted recording of each reply; nothing that a
 * provider says is written without it but the names of fields. Settings come from the environment and `.env`.
 */
import "./process/Pipe.ts"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { NodeContext } from "@effect/platform-node"
import {
  Cause,
  ConfigError,
  ConfigProvider,
  Effect,
  Either,
  Exit,
  Layer,
  Logger,
  LogLevel,
  Option
} from "effect"
import * as Outbound from "../src/Http/client/Outbound.ts"
import * as Environment from "../src/Settings/Environment.ts"
import { problems } from "../src/Settings/Reader.ts"
import { Settings } from "../src/Settings.ts"
import { type Heard, run } from "./canary/Canary.ts"
import { isMeant, operations } from "./canary/Operations.ts"
import { exitCode, type Finding, lines, summary } from "./canary/Report.ts"

const fail = (...reasons: ReadonlyArray<string>): never => {
  for (const reason of reasons) console.error(reason)
  process.exit(2)
}

const usage = [
  "usage: npm run canary -- [--only openalex,gdelt] [--save DIR]",
  "   or: node dist/canary.cjs [--only openalex,gdelt] [--save DIR]"
]

if (process.argv.slice(2).some((word) => word === "--help" || word === "-h")) {
  console.log(usage.join("\n"))
  process.exit(0)
}

const options = Either.try(() =>
  parseArgs({ options: { only: { type: "string" }, save: { type: "string" } } })
).pipe(
  Either.match({
    onLeft: () => fail(...usage),
    onRight: ({ values }) => values
  })
)

const words = (options.only ?? "")
  .split(",")
  .map((word) => word.trim().toLowerCase())
  .filter((word) => word !== "")
const unknown = words.filter((word) => !operations.some(isMeant(word)))
if (unknown.length > 0) {
  fail(
    `no such provider or operation: ${unknown.join(", ")}`,
    `there are: ${operations.map(({ name }) => name).join(", ")}`
  )
}
const chosen = operations.filter((one) => words.length === 0 || words.some((word) => isMeant(word)(one)))

/** Nothing is sold here: the settings want a payee all the same. */
const nobody = ConfigProvider.fromMap(new Map([["X402_PAY_TO", `0x${"0".repeat(39)}1`]]))

const settings = Layer.unwrapEffect(
  Effect.map(Effect.configProviderWith(Effect.succeed), (environment) =>
    Layer.provide(Settings.layer, Layer.setConfigProvider(ConfigProvider.orElse(environment, () => nobody)))
  )
)

const dotEnv = Layer.provide(Environment.layer(process.env), NodeContext.layer)

const save = (directory: string, { finding, recording }: Heard) => {
  if (Option.isNone(recording)) return
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, `${finding.operation}.json`), `${JSON.stringify(recording.value, null, 2)}\n`)
}

const tell = (heard: Heard) =>
  Effect.sync(() => {
    for (const line of lines(heard.finding)) console.log(line)
    if (options.save !== undefined) save(options.save, heard)
  })

const layers = Layer.provide(Layer.merge(Outbound.layer, settings), dotEnv)

const end = (exit: Exit.Exit<ReadonlyArray<Finding>, unknown>) => {
  if (Exit.isSuccess(exit)) {
    console.log(summary(exit.value))
    process.exitCode = exitCode(exit.value)
  } else {
    const problem = Cause.squash(exit.cause)
    if (problem instanceof Environment.EnvironmentFileUnreadable) fail(problem.message)
    fail(
      ...(ConfigError.isConfigError(problem)
        ? problems(problem)
        : ["the canary broke", Cause.pretty(exit.cause)])
    )
  }
}

run(chosen, tell)
  .pipe(Effect.provide(layers), Logger.withMinimumLogLevel(LogLevel.Warning), Effect.runPromiseExit)
  .then(end)
