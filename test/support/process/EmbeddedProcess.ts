/** Run by the tests: commits a row to the embedded database in the directory, says so, and stays. */
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"
import * as EmbeddedPg from "../../../src/Storage/EmbeddedPg.ts"

Effect.gen(function* () {
  const sql = yield* EmbeddedPg.make(process.argv[2] ?? "")
  yield* sql`CREATE TABLE notes (text text)`
  yield* sql`INSERT INTO notes VALUES ('committed')`
  yield* Effect.sync(() => void process.stdout.write("committed\n"))
  return yield* Effect.never
}).pipe(Effect.scoped, Effect.provide(NodeFileSystem.layer), NodeRuntime.runMain)
