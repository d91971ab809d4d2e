/**
 * Tables of the American Community Survey, by the Census Data API (https://api.census.gov).
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Read from "../../Settings/Reader.ts"
import * as Upstream from "../client/Upstream.ts"
import { type ProviderError, ProviderUnavailable, type QueryRefused } from "../Errors.ts"
import { defineProvider, isHost } from "../Provider.ts"
import { type CensusQuery, CensusTables, type CensusTablesRecord } from "../ports/CensusTables.ts"
import { canary } from "./canary.ts"
import { emptyTable, normalise } from "./normalise.ts"
import { refusal, refuseYear } from "./refusal.ts"
import { tableRequest } from "./request.ts"
import { TableReply } from "./schema.ts"

/** Where the API is, how long it may take, who asks, and the key, without which it answers no call since 2026-05-12. */
export interface CensusOptions
  extends Pick<Upstream.UpstreamOptions, "baseUrl" | "deadline" | "cooldown" | "userAgent"> {
  readonly apiKey: Option.Option<Redacted.Redacted>
}

/** The pages to which a call without a valid key is sent, should they come as the answer itself. */
const isKeyPage = (text: string) => /<title>\s*(Missing|Invalid) Key\s*<\/title>/i.test(text)

/** For the operator, not for the caller, to mend. */
const keyRefused = Effect.zipRight(
  Effect.logError("the Census Bureau refuses our key: set CENSUS_API_KEY to a valid and activated one"),
  new ProviderUnavailable({ provider: "us-census", reason: "key refused" })
)

/** The port to census tables, answered by the Census Data API. */
export const layer = ({
  apiKey,
  ...options
}: CensusOptions): Layer.Layer<CensusTables, never, HttpClient.HttpClient> =>
  Layer.effect(
    CensusTables,
    Effect.gen(function* () {
      const upstream = yield* Upstream.make({
        provider: "us-census",
        ...options,
        followRedirect: false,
        secrets: { query: Option.match(apiKey, { onNone: () => ({}), onSome: (key) => ({ key }) }) }
      })

      const read =
        (query: CensusQuery) =>
        (reply: Upstream.Reply): Effect.Effect<CensusTablesRecord, ProviderError | QueryRefused> => {
          switch (reply.status) {
            case 204:
              return Effect.succeed(emptyTable(query))
            case 302:
              return keyRefused
            case 400:
              return Option.match(refusal(query, reply.text), {
                onNone: () => upstream.unexpected(reply),
                onSome: Effect.fail
              })
            case 404:
              return Effect.fail(refuseYear(query))
            default:
              return isKeyPage(reply.text)
                ? keyRefused
                : Effect.flatMap(upstream.decode(TableReply)(reply), (table) => normalise(query, table))
          }
        }

      const table = (query: CensusQuery) =>
        upstream.operation("census.table", (get) => Effect.flatMap(get(tableRequest(query)), read(query)))

      return CensusTables.of({ table })
    })
  )

/** Everything that the rest of the service knows of this provider. */
export const provider = defineProvider({
  slug: "us-census",
  deadline: Duration.seconds(20),
  address: { variable: "CENSUS_URL", default: () => "https://api.census.gov" },
  settings: Config.all({ apiKey: Read.key("CENSUS_API_KEY") }),
  keys: ["CENSUS_API_KEY"],
  terms: {
    isBroken: ({ apiKey, baseUrl }) => isHost(baseUrl, "api.census.gov") && Option.isNone(apiKey),
    breach: "the Census Bureau answers nobody without a key",
    remedy: "set CENSUS_API_KEY"
  },
  layer,
  mock: Layer.mock(CensusTables, {}),
  operations: ["census.table"],
  canary,
  probe: "census.table"
})
