import type { ServerResponse } from "node:http"
import type { HttpServerResponse } from "@effect/platform"

/** Writes an answer whose bytes are all there, as the platform's node server does. */
export const write = (
  response: ServerResponse,
  { body, headers, status }: HttpServerResponse.HttpServerResponse
): void => {
  response.writeHead(status, headers)
  response.end(body._tag === "Uint8Array" ? body.body : undefined)
}
