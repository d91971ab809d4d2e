/**
 * Scholarly works of OpenAlex (https://openalex.org), data under CC0.
 */

import type * as HttpClient from "@effect/platform/HttpClient"
import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { WorkRecord } from "../../Resources/facts/WorkRecord.ts"
import * as Read from "../../Settings/Reader.ts"
import { budgetLeft } from "../client/Metrics.ts"
import * as Upstream from "../client/Upstream.ts"
import { budgetSpent, type ProviderError, ProviderRateLimited } from "../Errors.ts"
import { defineProvider } from "../Provider.ts"
import { ScholarlyIndex, type WorksQuery } from "../ports/ScholarlyIndex.ts"
import { budgetOf, isLow, isSpent } from "./budget.ts"
import { canary } from "./canary.ts"
import { normaliseSearch, normaliseWork } from "./normalise.ts"
import { searchRequest, workRequest } from "./request.ts"
import { RawWork, ThrottleReply, WorksReply } from "./schema.ts"

/** Where OpenAlex is, how long it may take, who asks, and the key of a free account, without which it serves little. */
export interface OpenAlexOptions
  extends Pick<Upstream.UpstreamOptions, "baseUrl" | "deadline" | "userAgent" | "cooldown"> {
  readonly apiKey: Option.Option<Redacted.Redacted>
}

const slug = "openalex"

/** A blank key, or one with a line break, would be refused: 401. */
const usable = (key: Redacted.Redacted): Option.Option<Redacted.Redacted> => {
  const text = Redacted.value(key).trim()
  return text === "" ? Option.none() : Option.some(Redacted.make(text))
}

/** The port to scholarly works, answered by OpenAlex. */
export const layer = ({
  apiKey,
  ...options
}: OpenAlexOptions): Layer.Layer<ScholarlyIndex, never, HttpClient.HttpClient> =>
  Layer.effect(
    ScholarlyIndex,
    Effect.gen(function* () {
      const key = Option.flatMap(apiKey, usable)
      const upstream = yield* Upstream.make({
        provider: slug,
        ...options,
        ...(Option.isSome(key) ? { secrets: { query: { api_key: key.value } } } : {})
      })

      /** 429, or 403 as the documentation has it. When it ends may stand in the body alone. */
      const throttled = (reply: Upstream.Reply): Effect.Effect<never, ProviderError> =>
        Effect.gen(function* () {
          const error = yield* Effect.flip(upstream.unexpected(reply))
          const told = yield* Effect.option(upstream.decode(ThrottleReply)(reply))
          const retryAfter =
            error.retryAfter ?? Option.getOrUndefined(Option.map(told, (body) => Math.ceil(body.retryAfter)))
          return yield* new ProviderRateLimited({ provider: slug, reason: error.reason, retryAfter })
        })

      const answered = (reply: Upstream.Reply) =>
        reply.status === 429 || reply.status === 403 ? throttled(reply) : Effect.succeed(reply)

      /** A search that the budget does not allow is not sent. */
      const suspendWhenSpent = ({ headers }: Upstream.Reply) =>
        Option.match(Option.filter(budgetOf(headers), isSpent), {
          onNone: () => Effect.void,
          onSome: ({ resetAfter }) =>
            upstream.suspend(
              "openalex.search",
              new ProviderRateLimited({
                provider: slug,
                reason: budgetSpent,
                retryAfter: Math.max(1, Math.ceil(resetAfter))
              })
            )
        })

      const showBudget = ({ headers }: Upstream.Reply) =>
        Option.match(budgetOf(headers), {
          onNone: () => Effect.void,
          onSome: (budget) =>
            Effect.zipRight(
              budgetLeft(slug, budget.left),
              upstream.limit("openalex.search", {
                reason: "budget",
                lasts: isLow(budget) ? budget.resetAfter * 1000 : 0
              })
            )
        })

      const search = (query: WorksQuery) =>
        upstream.operation("openalex.search", (get) =>
          get(searchRequest(query)).pipe(
            Effect.flatMap(answered),
            Effect.tap(showBudget),
            Effect.tap(suspendWhenSpent),
            Effect.flatMap(upstream.decode(WorksReply)),
            Effect.flatMap((reply) => normaliseSearch(query, reply))
          )
        )

      /** Unknown DOIs get a 404 that is a web page. */
      const work = (doi: string) =>
        upstream.operation("openalex.work", (get) =>
          get(workRequest(doi)).pipe(
            Effect.flatMap(answered),
            Effect.flatMap(
              (reply): Effect.Effect<Option.Option<WorkRecord>, ProviderError> =>
                reply.status === 404
                  ? Effect.succeedNone
                  : upstream
                      .decode(RawWork)(reply)
                      .pipe(Effect.flatMap((raw) => Effect.asSome(normaliseWork(doi, raw))))
            )
          )
        )

      return ScholarlyIndex.of({ search, work })
    })
  )

/** Everything that the rest of the service knows of this provider. */
export const provider = defineProvider({
  slug,
  deadline: Duration.seconds(10),
  address: { variable: "OPENALEX_URL", default: () => "https://api.openalex.org" },
  settings: Config.all({ apiKey: Read.key("OPENALEX_API_KEY") }),
  keys: ["OPENALEX_API_KEY"],
  layer,
  mock: Layer.mock(ScholarlyIndex, {}),
  operations: ["openalex.search", "openalex.work"],
  canary,
  probe: "openalex.work"
})
