/**
 * A benchmark as a program: it ends with 2 where its words cannot be read, and with 1 where it fails.
 */
import { NodeRuntime } from "@effect/platform-node"
import { Console, Effect, Either } from "effect"
import { reason } from "./Failure.ts"

/** How a program reads its words, what it says of them, and what it runs. */
interface Command<Options, E extends { readonly message: string }> {
  readonly parse: (words: ReadonlyArray<string>) => Either.Either<Options, string>
  readonly usage: string
  readonly run: (options: Options) => Effect.Effect<void, E>
}

/** Runs a program with the words of the command line. */
export const main = <Options, E extends { readonly message: string }>({
  parse,
  run,
  usage
}: Command<Options, E>): void => {
  const words = process.argv.slice(2)
  if (words.includes("--help")) {
    console.log(usage)
    return
  }
  Either.match(parse(words), {
    onLeft: (problem) => {
      console.error(`${problem}\n\n${usage}`)
      process.exitCode = 2
    },
    onRight: (options) =>
      run(options).pipe(
        Effect.tapErrorCause((cause) => Console.error(`bench: ${reason(cause)}`)),
        NodeRuntime.runMain({ disableErrorReporting: true })
      )
  })
}
