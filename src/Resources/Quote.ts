import * as Schema from "effect/Schema"
import { Problem } from "./Problem.ts"
import { ProviderSlug } from "./ProviderSlug.ts"

/** What is known of a call before it is paid, without asking a provider. */
export const Quote = Schema.Struct({
  valid: Schema.Boolean.annotations({ description: "Whether the paid call would take the request body" }),
  problems: Schema.Array(Problem).annotations({
    description:
      "What it would refuse the body for; pointer is empty when the body as a whole is too large, late, or no JSON. " +
      "What only a provider can tell (an unknown currency) is not among them"
  }),
  unavailableProviders: Schema.Array(ProviderSlug).annotations({
    description:
      "Providers that this call would ask and that are not asked at the moment, because they have just failed or " +
      "throttled. Another one may answer in place of the first, and the cache may have the answer"
  })
}).annotations({ title: "Quote", description: "Sent when an unpaid call says Prefer: quote" })
export type Quote = typeof Quote.Type
