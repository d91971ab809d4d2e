/**
 * Looks at everything that the service needs (`usage`). Writes nothing that stays: a directory in DATA_DIR, which it deletes,
 * and a key in Redis, for a second.
 */
import "./process/Pipe.ts"
import { NodeContext } from "@effect/platform-node"
import { Effect, Layer, Logger, LogLevel } from "effect"
import * as Outbound from "../src/Http/client/Outbound.ts"
import * as Environment from "../src/Settings/Environment.ts"
import { examine } from "./doctor/Doctor.ts"
import { exitCode, fail, summary, table } from "./doctor/Finding.ts"

const usage = `npm run doctor     in the image: node dist/doctor.cjs

Looks at everything that the service needs, and says what to do about what is wrong. It takes no arguments: it reads the
settings as npm start does, from the environment and .env. It makes one cheap call to each provider and one to the
facilitator. Ends with 1 when something fails.`

const [argument] = process.argv.slice(2)
if (argument === "--help" || argument === "-h") {
  console.log(usage)
  process.exit(0)
}
if (argument !== undefined) {
  console.error(`unknown argument: ${argument}\n\n${usage}`)
  process.exit(2)
}

examine
  .pipe(
    Effect.provide(
      Layer.merge(Outbound.layer, Layer.provideMerge(Environment.layer(process.env), NodeContext.layer))
    ),
    Effect.catchTag("EnvironmentFileUnreadable", ({ message }) =>
      Effect.succeed([fail("settings", message, "then run this again: nothing else was looked at")])
    ),
    // What a provider's circuit says is in the table.
    Logger.withMinimumLogLevel(LogLevel.None),
    Effect.runPromise
  )
  .then((findings) => {
    for (const line of [...table(findings), "", summary(findings)]) console.log(line)
    process.exitCode = exitCode(findings)
  })
