/**
 * What went over the wire, kept to be shown.
 */
import { sha256Base64 } from "../../../Client/Json.ts"

/** A request and its answer. */
export interface Exchange {
  readonly method: string
  readonly url: string
  readonly sent: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: string | undefined
  readonly status: number
  readonly received: Headers
  readonly text: string
  /** Whether the body has the SHA-256 of its `Content-Digest`; `undefined` when there is no such header. */
  readonly hasDigest: boolean | undefined
}

/** `fetch`, which tells of each answer that came whole before it gives it. */
export const recording =
  (fetch: typeof globalThis.fetch, tell: (exchange: Exchange) => void): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    const bytes = new Uint8Array(await response.clone().arrayBuffer())
    const digest = /(?:^|[,\s])sha-256=:([^:]*):/i.exec(response.headers.get("content-digest") ?? "")?.[1]
    tell({
      method: init?.method ?? "GET",
      url: String(input),
      sent: [...new Headers(init?.headers)],
      body: typeof init?.body === "string" ? init.body : undefined,
      status: response.status,
      received: response.headers,
      text: new TextDecoder().decode(bytes),
      hasDigest: digest === undefined ? undefined : digest === (await sha256Base64(bytes))
    })
    return response
  }
