/**
 * How a program of the books runs: options, settings and ledger, what it prints, and its exit code.
 */

import type { HttpClient } from "@effect/platform"
import { NodeContext } from "@effect/platform-node"
import type { SqlClient } from "@effect/sql"
import {
  Cause,
  ConfigError,
  Effect,
  Exit,
  Layer,
  Logger,
  LogLevel,
  Option,
  Runtime,
  type Scope
} from "effect"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import * as Environment from "../../src/Settings/Environment.ts"
import { problems } from "../../src/Settings/Reader.ts"
import { Settings } from "../../src/Settings.ts"
import { isSqlError, judge } from "../../src/Storage/DatabaseError.ts"
import type { Misused, NotMade } from "./Failure.ts"
import * as LedgerDatabase from "./LedgerDatabase.ts"

/** What a program ends with: 1 where it found, or refuses, something that its usage text tells. */
export interface Told {
  readonly lines: ReadonlyArray<string>
  readonly code: 0 | 1
}

/** What a program may use. */
export type Needed = Settings | SqlClient.SqlClient | HttpClient.HttpClient | Scope.Scope

/** A program. */
export interface Definition<Request, E> {
  readonly usage: string
  /** Reads the words of the command line. */
  readonly read: (words: ReadonlyArray<string>) => Effect.Effect<Request, Misused>
  readonly work: (request: Request) => Effect.Effect<Told, E | NotMade, Needed>
}

/** A program, as it is. */
export const define = <Request, E extends { readonly _tag: string }>(
  definition: Definition<Request, E>
): Definition<Request, E> => definition

/** Runs a program on words. */
export const tell = <Request, E>({ read, work }: Definition<Request, E>, words: ReadonlyArray<string>) =>
  Effect.flatMap(read(words), work)

const hasMessage = (error: unknown): error is Error => error instanceof Error

/** A failure in words for the operator: no text of a server's, no secret. */
const wordsOf = (cause: Cause.Cause<unknown>): ReadonlyArray<string> => {
  const error = Cause.squash(cause)
  if (ConfigError.isConfigError(error)) return problems(error)
  if (isSqlError(error)) return [judge(error).message]
  return [hasMessage(error) ? error.message : String(error)]
}

/** Runs a program on the process's words, environment and `.env`: exit code 0, 1, or 2 where it could not be made. */
export const run = <Request, E extends { readonly _tag: string }>(
  definition: Definition<Request, E>
): void => {
  const { usage } = definition
  const words = process.argv.slice(2)
  if (words.includes("--help") || words.includes("-h")) {
    console.log(usage)
    return
  }
  const settings = Layer.provideMerge(LedgerDatabase.layer, Settings.layer)
  const environment = Layer.provideMerge(Environment.layer(process.env), NodeContext.layer)
  // The words are read first: who asks in a wrong way is told so, whatever the settings are.
  const program = Effect.flatMap(definition.read(words), (request) =>
    definition
      .work(request)
      .pipe(Effect.provide(Layer.provideMerge(settings, Layer.merge(Outbound.layer, environment))))
  ).pipe(Effect.scoped, Logger.withMinimumLogLevel(LogLevel.None))
  Runtime.runPromiseExit(Runtime.defaultRuntime)(program).then((exit) => {
    if (Exit.isSuccess(exit)) {
      for (const line of exit.value.lines) console.log(line)
      process.exitCode = exit.value.code
      return
    }
    for (const line of wordsOf(exit.cause)) console.error(line)
    const isMisused = Option.exists(Cause.failureOption(exit.cause), (error) => error._tag === "Misused")
    if (isMisused) console.error(`\n${usage}`)
    process.exitCode = 2
  })
}
