/** Packed replies over real connections: `Content-Encoding` never changes what a reply means. */
import type { ServerResponse } from "node:http"
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import * as Upstream from "../../src/Providers/client/Upstream.ts"
import type { ProviderError } from "../../src/Providers/Errors.ts"
import { type Fault, faultServer } from "../support/FaultServer.ts"
import { bomb, cutShort, type PackingName, packings } from "../support/Packing.ts"
import { told } from "../support/provider/Outcome.ts"
import { userAgent } from "../support/provider/Replies.ts"

const Answer = Schema.Struct({ answer: Schema.Number })
const whole = '{"answer":42}'

/** Asks once. A redirect, a refused query and an accepted status come as they do from every provider. */
const ask = (fault: Fault, accept: ReadonlyArray<number> = []) =>
  Effect.gen(function* () {
    const server = yield* faultServer(fault)
    const upstream = yield* Upstream.make({
      provider: "wikidata",
      baseUrl: server.origin,
      deadline: "4 seconds",
      userAgent
    })
    const outcome = yield* upstream
      .operation("wikidata.search", (get) =>
        Effect.flatMap(
          get({ path: "/v1/answer", accept }),
          (reply): Effect.Effect<unknown, ProviderError> =>
            reply.status === 200
              ? upstream.decode(Answer)(reply)
              : Effect.succeed({ status: reply.status, text: reply.text })
        )
      )
      .pipe(Effect.either)
    return { outcome: told(outcome), asked: server.requests.map(({ headers }) => headers["accept-encoding"]) }
  }).pipe(Effect.provide(Outbound.layer))

const send =
  (
    status: number,
    encoding: string,
    body: Buffer | string,
    end: (response: ServerResponse) => unknown = (response) => response.end()
  ): Fault =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", "content-encoding": encoding })
    response.write(body, () => end(response))
  }

const names = Object.keys(packings) as ReadonlyArray<PackingName>

describe.each(names)("a reply packed with %s", (name) => {
  const { encoding, pack } = packings[name]

  it.scopedLive("is read", () =>
    Effect.gen(function* () {
      expect(yield* ask(send(200, encoding, pack(whole)))).toEqual({ outcome: whole, asked: ["gzip, br"] })
    })
  )

  it.scopedLive.each([
    ["its byte order mark", pack(`\uFEFF${whole}`), whole],
    ["its letters", pack('{"answer":1,"x":"Café 北京"}'), '{"answer":1}'],
    ["HTML", pack("<html></html>"), "ProviderBadResponse: HTML"],
    ["nothing in it", pack(""), "ProviderBadResponse: empty body"],
    ["no byte at all", Buffer.alloc(0), "ProviderBadResponse: empty body"],
    ["another shape", pack("[]"), "ProviderBadResponse: wrong shape"],
    ["no UTF-8", pack(Buffer.from([0x22, 0xff, 0x22])), "ProviderBadResponse: not UTF-8"],
    ["a cut packing", cutShort(pack(whole)), "ProviderBadResponse: packing cut short"],
    ["cut JSON", pack(whole.slice(0, 8)), "ProviderBadResponse: not JSON"],
    [
      "a broken packing",
      Buffer.from("this is not packed at all, whatever it says"),
      "ProviderBadResponse: broken packing"
    ]
  ] as const)("with %s is told as what it is", ([, body, outcome]) =>
    Effect.gen(function* () {
      expect((yield* ask(send(200, encoding, body))).outcome).toBe(outcome)
    })
  )

  it.scopedLive("that breaks off with its connection is a lost connection", () =>
    Effect.gen(function* () {
      const lost = send(200, encoding, pack(whole).subarray(0, 12), (response) => {
        setTimeout(() => response.socket?.resetAndDestroy(), 20)
      })
      expect((yield* ask(lost)).outcome).toBe("ProviderUnavailable: connection lost")
    })
  )

  it.scopedLive("that unpacks to more than 4 MiB ends at once, though its connection stays open", () =>
    Effect.gen(function* () {
      const open = send(200, encoding, bomb(name), () => {})
      expect((yield* ask(open)).outcome).toBe("ProviderBadResponse: body over the limit")
    })
  )

  it.scopedLive("of 4 MiB is read, and one byte more is not", () =>
    Effect.gen(function* () {
      const most = 4 * 1024 * 1024
      expect((yield* ask(send(200, encoding, pack(whole.padEnd(most))))).outcome).toBe(whole)
      expect((yield* ask(send(200, encoding, pack(whole.padEnd(most + 1))))).outcome).toBe(
        "ProviderBadResponse: body over the limit"
      )
    })
  )

  it.scopedLive.each([
    [400, "ProviderBadResponse: status 400"],
    [404, "ProviderBadResponse: status 404"],
    [429, "ProviderRateLimited: status 429"],
    [500, "ProviderUnavailable: status 500"]
  ] as const)("with status %s keeps its meaning, whole or broken, read or not", ([status, outcome]) =>
    Effect.gen(function* () {
      const page = "<html>An error</html>"
      expect((yield* ask(send(status, encoding, pack(page)))).outcome).toBe(outcome)
      expect((yield* ask(send(status, encoding, page))).outcome).toBe(outcome)
      expect((yield* ask(send(status, encoding, page), [status])).outcome).toBe(outcome)
      expect((yield* ask(send(status, encoding, pack(page)), [status])).outcome).toBe(
        JSON.stringify({ status, text: page })
      )
    })
  )
})

const packedTimes = (times: number): Buffer =>
  times === 0 ? Buffer.from(whole) : gzipSync(packedTimes(times - 1))

describe("Content-Encoding", () => {
  it.scopedLive.each([
    ["GZip", gzipSync(whole), whole],
    ["identity", Buffer.from(whole), whole],
    ["", Buffer.from(whole), whole],
    [" gzip , identity", gzipSync(whole), whole],
    ["gzip, br", packings.br.pack(gzipSync(whole)), whole],
    ["br, gzip", packings.br.pack(gzipSync(whole)), "ProviderBadResponse: broken packing"],
    ["gzip, gzip", gzipSync(cutShort(gzipSync(whole))), "ProviderBadResponse: packing cut short"],
    ["gzip, gzip", gzipSync(bomb("gzip")), "ProviderBadResponse: body over the limit"],
    [Array(5).fill("gzip").join(), packedTimes(5), whole],
    [Array(6).fill("gzip").join(), packedTimes(6), "ProviderBadResponse: unknown packing"],
    ["zstd", Buffer.from(whole), "ProviderBadResponse: unknown packing"],
    ["constructor", Buffer.from(whole), "ProviderBadResponse: unknown packing"]
  ] as const)("%j", ([encoding, body, outcome]) =>
    Effect.gen(function* () {
      expect((yield* ask(send(200, encoding, body))).outcome).toBe(outcome)
    })
  )

  it.scopedLive("is that of the body, however many pieces it comes in", () =>
    Effect.gen(function* () {
      const bytes = gzipSync(whole)
      const byByte: Fault = (response) => {
        response.writeHead(200, { "content-encoding": "gzip" })
        const write = (at: number): void => {
          if (at === bytes.length) response.end()
          else response.write(bytes.subarray(at, at + 1), () => write(at + 1))
        }
        write(0)
      }
      expect((yield* ask(byByte)).outcome).toBe(whole)
    })
  )

  it.scopedLive("does not keep a reply from its deadline", () =>
    Effect.gen(function* () {
      const hanging = send(200, "gzip", gzipSync(whole).subarray(0, 12), () => {})
      expect((yield* ask(hanging)).outcome).toBe("ProviderTimeout: deadline passed")
    })
  )
})
