/** An outcome of the port in one line. */
import { Either } from "effect"
import type { ProviderError, QueryRefused } from "../../../src/Providers/Errors.ts"

export const told = (outcome: Either.Either<unknown, ProviderError | QueryRefused>): string =>
  Either.match(outcome, {
    onRight: (record) => JSON.stringify(record),
    onLeft: (error) =>
      error._tag === "QueryRefused"
        ? `refused ${error.problems.map(({ pointer, message }) => `${pointer}: ${message}`).join("; ")}`
        : `${error._tag}: ${error.reason}${error.retryAfter === undefined ? "" : `, again in ${error.retryAfter} s`}`
  })
