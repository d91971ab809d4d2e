/**
 * Places of OpenStreetMap, by way of Photon (https://photon.komoot.io, or an instance of one's own: the public one is
 * for demonstration).
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as Config from "effect/Config"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Upstream from "../client/Upstream.ts"
import { defineProvider, isHost } from "../Provider.ts"
import { Gazetteer } from "../ports/Gazetteer.ts"
import { canary } from "./canary.ts"
import { normalise } from "./normalise.ts"
import { nearestRequest, searchRequest } from "./request.ts"
import { PlacesReply } from "./schema.ts"

/** Where Photon is, how long it may take, and who asks: it bans clients without a name (komoot/photon #883). */
export type PhotonOptions = Pick<Upstream.UpstreamOptions, "baseUrl" | "cooldown" | "deadline" | "userAgent">

/**
 * The port to places, answered by Photon. Its status tells everything: a 400 says as well that its database failed,
 * and a 404 that it is out of order, so that none of them is the caller's mistake or "nothing found".
 */
export const layer = (options: PhotonOptions): Layer.Layer<Gazetteer, never, HttpClient.HttpClient> =>
  Layer.effect(
    Gazetteer,
    Effect.map(Upstream.make({ provider: "photon", ...options }), (upstream) => {
      const ask = (operation: string, request: Upstream.UpstreamRequest, limit: number) =>
        upstream.operation(operation, (get) =>
          get(request).pipe(
            Effect.flatMap(upstream.decode(PlacesReply)),
            Effect.flatMap((reply) => normalise(limit, reply))
          )
        )
      return Gazetteer.of({
        search: (query) => ask("photon.search", searchRequest(query), query.limit),
        nearest: (query) => ask("photon.reverse", nearestRequest(query), Number.POSITIVE_INFINITY)
      })
    })
  )

/** Everything that the rest of the service knows of this provider. */
export const provider = defineProvider({
  slug: "photon",
  deadline: Duration.seconds(8),
  address: { variable: "PHOTON_URL", default: () => "https://photon.komoot.io" },
  settings: Config.succeed({}),
  terms: {
    isBroken: ({ baseUrl }) => isHost(baseUrl, "photon.komoot.io"),
    breach: "photon.komoot.io is a demonstration server",
    remedy: "run Photon yourself and set PHOTON_URL"
  },
  layer,
  mock: Layer.mock(Gazetteer, {}),
  operations: ["photon.search", "photon.reverse"],
  canary,
  probe: "photon.search"
})
