/**
 * Measures the ledger's statements on an empty ledger and on one of many rows:
 *
 *   npm run bench:ledger                                        a million rows
 *   npm run bench:ledger -- --rows 10000000 --database scale    ten million, kept for the next run
 *
 * Wants PostgreSQL 15 or newer at DATABASE_URL, as `npm run bench` does. docs/scale.md tells what came out.
 */
import { Console, Effect, Option } from "effect"
import { main } from "./Command.ts"
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

main({ parse, usage, run: bench })
