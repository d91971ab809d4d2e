/**
 * Scholarly works of Crossref (https://www.crossref.org), the registry of most DOIs of the literature; its facts are
 * free of rights.
 */

import type * as HttpClient from "@effect/platform/HttpClient"
import * as Config from "effect/Config"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type { WorkRecord } from "../../Resources/facts/WorkRecord.ts"
import { emailOf } from "../../Settings/Contact.ts"
import * as Upstream from "../client/Upstream.ts"
import type { ProviderError } from "../Errors.ts"
import { defineProvider } from "../Provider.ts"
import type { WorksQuery } from "../ports/ScholarlyIndex.ts"
import { ScholarlyRegistry } from "../ports/ScholarlyRegistry.ts"
import { canary } from "./canary.ts"
import { normaliseSearch, normaliseWork } from "./normalise.ts"
import { searchRequest, workRequest } from "./request.ts"
import { notFoundText, WorkReply, WorksReply } from "./schema.ts"

/** Where Crossref is, how long it may take, who asks, and the contact for when the calls do harm. */
export interface CrossrefOptions
  extends Pick<Upstream.UpstreamOptions, "baseUrl" | "deadline" | "userAgent" | "cooldown"> {
  /** A URL or an e-mail address. An address gets better service, and is sent to Crossref only. */
  readonly contact: string
}

/** The port to scholarly works as a registry knows them, answered by Crossref. */
export const layer = ({
  contact,
  ...options
}: CrossrefOptions): Layer.Layer<ScholarlyRegistry, never, HttpClient.HttpClient> =>
  Layer.effect(
    ScholarlyRegistry,
    Effect.gen(function* () {
      const address = emailOf(contact)
      const upstream = yield* Upstream.make({
        provider: "crossref",
        ...options,
        ...(Option.isSome(address) ? { secrets: { query: { mailto: Redacted.make(address.value) } } } : {})
      })

      const search = (query: WorksQuery) =>
        upstream.operation("crossref.search", (get) =>
          get(searchRequest(query)).pipe(
            Effect.flatMap(upstream.decode(WorksReply)),
            Effect.zip(DateTime.now),
            Effect.flatMap(([reply, now]) => normaliseSearch(query, reply, now))
          )
        )

      const read = (doi: string) => (reply: Upstream.Reply) =>
        upstream
          .decode(WorkReply)(reply)
          .pipe(
            Effect.zip(DateTime.now),
            Effect.flatMap(([{ message }, now]) => normaliseWork(doi, message, now))
          )

      /** Only Crossref's own words prove that it has no such DOI; another 404 is a fault on the way. */
      const work = (doi: string) =>
        upstream.operation("crossref.work", (get) =>
          Effect.flatMap(
            get(workRequest(doi)),
            (reply): Effect.Effect<Option.Option<WorkRecord>, ProviderError> => {
              if (reply.status === 200) return Effect.asSome(read(doi)(reply))
              return reply.text.trim() === notFoundText ? Effect.succeedNone : upstream.unexpected(reply)
            }
          )
        )

      return ScholarlyRegistry.of({ search, work })
    })
  )

/** Everything that the rest of the service knows of this provider. */
export const provider = defineProvider({
  slug: "crossref",
  deadline: Duration.seconds(12),
  address: { variable: "CROSSREF_URL", default: () => "https://api.crossref.org" },
  settings: Config.succeed({}),
  layer,
  mock: Layer.mock(ScholarlyRegistry, {}),
  operations: ["crossref.search", "crossref.work"],
  canary,
  probe: "crossref.work"
})
