/**
 * Measures Almanac beside its peers, and fails when it does not reach its figures:
 *
 *   npm run bench              a full run: about 8 minutes on a quiet machine
 *   npm run bench -- --quick   about a minute; judges counts and ratios of CPU, with a margin
 *
 * Wants PostgreSQL at DATABASE_URL (postgres://postgres@127.0.0.1:5432/postgres when it is not set), where it makes a
 * database and drops it again. docs/performance.md tells what is measured, and what came out.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { Console, Effect, Option, Schema } from "effect"
import { main } from "./bench/Command.ts"
import * as JsonFile from "./bench/JsonFile.ts"
import { type Options, parse, usage } from "./bench/Options.ts"
import { run } from "./bench/Run.ts"
import * as Document from "./bench/report/Document.ts"
import { failures, judge } from "./bench/report/Gates.ts"
import { lines, tables } from "./bench/report/Report.ts"
import { Results } from "./bench/report/Results.ts"
import { text } from "./bench/report/Table.ts"

const keep = (file: string, results: Results) =>
  Effect.map(Effect.orDie(Schema.encode(Results)(results)), (encoded) => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(encoded, null, 2)}\n`)
  })

const bench = (options: Options) =>
  Effect.gen(function* () {
    const results = yield* Option.match(options.from, {
      onNone: () => run(options),
      onSome: (file) => JsonFile.read(file, Results)
    })
    yield* Effect.forEach(Option.toArray(options.json), (file) => keep(file, results))
    yield* Effect.forEach(Option.toArray(options.document), (file) =>
      Document.write(file, Document.part(results))
    )
    yield* Console.log([...lines(results), ...tables(results).map(text)].join("\n\n"))
    const failed = failures(judge(results), results)
    for (const { gate, verdict } of failed) yield* Console.error(`bench: ${gate.title}: ${verdict}`)
    process.exitCode = failed.length === 0 ? 0 : 1
  })

main({ parse, usage, run: bench })
