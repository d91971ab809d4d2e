/**
 * Measures the ledger's statements on an empty ledger and on one of many rows:
 *
 *   npm run bench:ledger                                        a million rows
 *   npm run bench:ledger -- --rows 10000000 --database scale    ten million, kept for the next run
 *
 * Wants PostgreSQL 15 or newer at DATABASE_URL, as `npm run bench` does. docs/scale.md tells what came out.
 */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Either, Option } from "effect"
import { reason } from "./Failure.ts"
import { type Options, parse, usage } from "./ledger/Options.ts"
import { lines, tables } from "./ledger/Report.ts"
import { run } from "./ledger/Run.ts"
import * as Document from "./report/Document.ts"
import { markdown, text } from "./report/Table.ts"

const bench = (options: Options) =>
  Effect.gen(function* () {
    const results = yield* run(options)
    yield* Effect.forEach(Option.toArray(options.document), (file) =>
      Document.write(file, [...lines(results), ...tables(results).map(markdown)].join("\n\n"))
    )
    yield* Console.log([...lines(results), ...tables(results).map(text)].join("\n\n"))
  })

Either.match(parse(process.argv.slice(2)), {
  onLeft: (problem) => {
    console.error(`${problem}\n\n${usage}`)
    process.exitCode = 2
  },
  onRight: (options) =>
    bench(options).pipe(
      Effect.tapErrorCause((cause) => Console.error(`bench: ${reason(cause)}`)),
      NodeRuntime.runMain({ disableErrorReporting: true })
    )
})
