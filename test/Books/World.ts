/**
 * What the programs of the books are tested with: the thousand in a database, and a program asked in this process.
 */
import { FetchHttpClient } from "@effect/platform"
import { Effect, Either, Layer } from "effect"
import * as Program from "../../scripts/books/Program.ts"
import * as SqlServices from "../Payment/ledger/suite/SqlServices.ts"
import { clock } from "../Payment/ledger/suite/World.ts"
import * as TestSettings from "../support/setup/TestSettings.ts"
import * as Thousand from "./Thousand.ts"

/** A ledger with the thousand payments; its clock stands at the last of their days. */
export const thousand = Layer.provideMerge(
  Layer.effectDiscard(Effect.orDie(Effect.withClock(Thousand.write, clock))),
  SqlServices.layer
)

/** What a program prints, and its exit code; for 2, what it says of the failure. */
export const ask = <Request, E extends { readonly _tag: string }>(
  program: Program.Definition<Request, E>,
  command: string,
  environment: Readonly<Record<string, string>> = {}
) =>
  Program.tell(
    program,
    command
      .split(" ")
      .filter((word) => word !== "")
      .map((word) => word.replaceAll("_", " "))
  ).pipe(
    Effect.provide(Layer.merge(Layer.orDie(TestSettings.layer(environment)), FetchHttpClient.layer)),
    Effect.scoped,
    Effect.withClock(clock),
    Effect.either,
    Effect.map(
      Either.match({
        onLeft: (error) => ({ code: 2, lines: [error instanceof Error ? error.message : String(error)] }),
        onRight: ({ code, lines }) => ({ code, lines })
      })
    )
  )
