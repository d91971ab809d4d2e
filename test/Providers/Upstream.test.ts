import { describe, expect, it } from "@effect/vitest"
import { Duration, Effect, Either, Redacted, Schema } from "effect"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import { HostLookup, HostNotFound } from "../../src/Providers/client/PublicAddress.ts"
import * as Upstream from "../../src/Providers/client/Upstream.ts"
import type { ProviderError } from "../../src/Providers/Errors.ts"
import { answer, type Fault, type FaultServer, faultServer, ok } from "../support/FaultServer.ts"
import { reply } from "../support/provider/Replies.ts"
import { scriptedClient } from "../support/provider/ScriptedClient.ts"

const Answer = Schema.Struct({ answer: Schema.Number })

const options = (server: Pick<FaultServer, "origin">) => ({
  provider: "frankfurter" as const,
  baseUrl: server.origin,
  deadline: Duration.seconds(4),
  userAgent: "almanac/0.1.0 (mailto:ops@example.org)"
})

/** An outcome in one line: the answer, or the class, the reason and the time of the error. */
const told = (outcome: Either.Either<unknown, ProviderError>) =>
  Either.match(outcome, {
    onRight: (value) => JSON.stringify(value),
    onLeft: ({ _tag, reason, retryAfter }) =>
      `${_tag}: ${reason}${retryAfter === undefined ? "" : `, again in ${retryAfter} s`}`
  })

/** Asks for `/v1/answer` and reads it. */
const ask = (
  settings: Upstream.UpstreamOptions,
  request: Omit<Upstream.UpstreamRequest, "path"> & { readonly path?: string } = {}
) =>
  Effect.flatMap(Upstream.make(settings), (upstream) =>
    upstream.operation("frankfurter.test", (get) =>
      Effect.flatMap(get({ path: "/v1/answer", ...request }), upstream.decode(Answer))
    )
  ).pipe(Effect.either, Effect.map(told))

const html = "<!DOCTYPE html><html><body>502 Bad Gateway</body></html>"
const textHtml = { "content-type": "text/html" }
const redirect = (location: string, status = 302) => answer(status, "", { location })
const whole = '{"answer":42}'

/** Sends a part of the body, with the length of the whole one or in chunks, and cuts the connection. */
const cutOff =
  (headers: Record<string, string>): Fault =>
  (response) => {
    response.writeHead(200, headers)
    response.write('{"answer":')
    setTimeout(() => response.socket?.resetAndDestroy(), 20)
  }

const rows: ReadonlyArray<{
  readonly name: string
  readonly faults: ReadonlyArray<Fault>
  readonly outcome: string
  /** How many requests reach the provider. */
  readonly calls: number
}> = [
  { name: "an answer", faults: [ok], outcome: whole, calls: 1 },
  {
    name: "an answer with a byte order mark",
    faults: [answer(200, `\uFEFF${whole}`)],
    outcome: whole,
    calls: 1
  },
  {
    name: "429 without Retry-After",
    faults: [answer(429, "{}"), ok],
    outcome: "ProviderRateLimited: status 429",
    calls: 1
  },
  {
    name: "429 with Retry-After in seconds",
    faults: [answer(429, "{}", { "retry-after": "119" }), ok],
    outcome: "ProviderRateLimited: status 429, again in 119 s",
    calls: 1
  },
  {
    name: "429 with a Retry-After beyond the cap",
    faults: [answer(429, "{}", { "retry-after": "100000" }), ok],
    outcome: "ProviderRateLimited: status 429, again in 86400 s",
    calls: 1
  },
  {
    name: "429 in HTML (Philipinho/CoinGecko-Java PR #32)",
    faults: [answer(429, html, textHtml), ok],
    outcome: "ProviderRateLimited: status 429",
    calls: 1
  },
  { name: "401", faults: [answer(401, "{}"), ok], outcome: "ProviderUnavailable: status 401", calls: 1 },
  { name: "402", faults: [answer(402, "{}"), ok], outcome: "ProviderUnavailable: status 402", calls: 1 },
  { name: "403", faults: [answer(403, html), ok], outcome: "ProviderUnavailable: status 403", calls: 1 },
  { name: "400", faults: [answer(400, "{}"), ok], outcome: "ProviderBadResponse: status 400", calls: 1 },
  { name: "404", faults: [answer(404, "{}"), ok], outcome: "ProviderBadResponse: status 404", calls: 1 },
  { name: "408", faults: [answer(408), ok], outcome: "ProviderTimeout: status 408", calls: 1 },
  { name: "422", faults: [answer(422, "{}"), ok], outcome: "ProviderBadResponse: status 422", calls: 1 },
  { name: "500", faults: [answer(500, "{}"), ok], outcome: "ProviderUnavailable: status 500", calls: 1 },
  {
    name: "500 with Retry-After",
    faults: [answer(500, "{}", { "retry-after": "7" }), ok],
    outcome: "ProviderUnavailable: status 500, again in 7 s",
    calls: 1
  },
  {
    name: "502 in HTML, for good (open-meteo/open-meteo #1870)",
    faults: [answer(502, html, textHtml)],
    outcome: "ProviderUnavailable: status 502",
    calls: 2
  },
  { name: "502, then an answer", faults: [answer(502, html), ok], outcome: whole, calls: 2 },
  { name: "503, then an answer", faults: [answer(503), ok], outcome: whole, calls: 2 },
  {
    name: "503, then 429",
    faults: [answer(503), answer(429)],
    outcome: "ProviderRateLimited: status 429",
    calls: 2
  },
  {
    name: "503 with a Retry-After too long to wait for",
    faults: [answer(503, "", { "retry-after": "30" }), ok],
    outcome: "ProviderUnavailable: status 503, again in 30 s",
    calls: 1
  },
  { name: "504, for good", faults: [answer(504)], outcome: "ProviderTimeout: status 504", calls: 2 },
  { name: "504, then an answer", faults: [answer(504), ok], outcome: whole, calls: 2 },
  {
    name: "521 in HTML (lineofflight/frankfurter #185)",
    faults: [answer(521, html, textHtml), ok],
    outcome: "ProviderUnavailable: status 521",
    calls: 1
  },
  { name: "522", faults: [answer(522, html), ok], outcome: "ProviderTimeout: status 522", calls: 1 },
  { name: "524", faults: [answer(524, html), ok], outcome: "ProviderTimeout: status 524", calls: 1 },
  { name: "203 with a good body (RFC 9110, 15.3.4)", faults: [answer(203, whole)], outcome: whole, calls: 1 },
  { name: "201 with a good body", faults: [answer(201, whole)], outcome: whole, calls: 1 },
  {
    name: "204, which has no body",
    faults: [answer(204), ok],
    outcome: "ProviderBadResponse: empty body",
    calls: 1
  },
  { name: "an empty body", faults: [answer(200), ok], outcome: "ProviderBadResponse: empty body", calls: 1 },
  { name: "blanks", faults: [answer(200, " \n"), ok], outcome: "ProviderBadResponse: empty body", calls: 1 },
  {
    name: "HTML with 200 (alexreisner/geocoder #1692)",
    faults: [answer(200, html, textHtml), ok],
    outcome: "ProviderBadResponse: HTML",
    calls: 1
  },
  {
    name: "plain text with 200 (nager/Nager.Date #854)",
    faults: [answer(200, "error code: 1016"), ok],
    outcome: "ProviderBadResponse: not JSON",
    calls: 1
  },
  {
    name: "JSON cut short with 200",
    faults: [answer(200, '{"answer":'), ok],
    outcome: "ProviderBadResponse: not JSON",
    calls: 1
  },
  {
    name: "NaN",
    faults: [answer(200, '{"answer":NaN}'), ok],
    outcome: "ProviderBadResponse: not JSON",
    calls: 1
  },
  {
    name: "another root",
    faults: [answer(200, "[42]"), ok],
    outcome: "ProviderBadResponse: wrong shape",
    calls: 1
  },
  {
    name: "Latin-1 where UTF-8 is due",
    faults: [(response) => response.end(Buffer.from('{"answer":42,"city":"Orl\xe9ans"}', "latin1")), ok],
    outcome: "ProviderBadResponse: not UTF-8",
    calls: 1
  },
  {
    name: "a reset before the headers",
    faults: [(response) => response.socket?.resetAndDestroy()],
    outcome: "ProviderUnavailable: connection lost",
    calls: 2
  },
  {
    name: "a reset before the headers, then an answer",
    faults: [(response) => response.socket?.resetAndDestroy(), ok],
    outcome: whole,
    calls: 2
  },
  {
    name: "a reset amid a body of known length",
    faults: [cutOff({ "content-length": "13" }), ok],
    outcome: "ProviderUnavailable: connection lost",
    calls: 1
  },
  {
    name: "a reset amid a chunked body",
    faults: [cutOff({}), ok],
    outcome: "ProviderUnavailable: connection lost",
    calls: 1
  },
  {
    name: "no HTTP",
    faults: [(response) => response.socket?.end("SSH-2.0-OpenSSH_9.6\r\n"), ok],
    outcome: "ProviderBadResponse: malformed HTTP",
    calls: 1
  },
  {
    name: "a body that is announced to be over the limit",
    faults: [answer(200, "", { "content-length": String(4 * 1024 * 1024 + 1) }), ok],
    outcome: "ProviderBadResponse: body over the limit",
    calls: 1
  },
  {
    name: "a body of the limit",
    faults: [answer(200, whole.padEnd(4 * 1024 * 1024)), ok],
    outcome: whole,
    calls: 1
  },
  ...[301, 302, 303, 307, 308].map((status) => ({
    name: `a redirect with ${status} (thanhdv2811/Magento-2-Currency-Convert #6)`,
    faults: [redirect("/elsewhere", status), ok],
    outcome: whole,
    calls: 2
  })),
  {
    name: "a second redirect",
    faults: [redirect("/elsewhere"), redirect("/further"), ok],
    outcome: "ProviderBadResponse: redirect not followed",
    calls: 2
  },
  {
    name: "a redirect without Location",
    faults: [answer(302), ok],
    outcome: "ProviderBadResponse: status 302",
    calls: 1
  },
  { name: "300", faults: [redirect("/a", 300), ok], outcome: "ProviderBadResponse: status 300", calls: 1 },
  { name: "304", faults: [redirect("/a", 304), ok], outcome: "ProviderBadResponse: status 304", calls: 1 },
  {
    name: "503 after a redirect, then all over again",
    faults: [redirect("/elsewhere"), answer(503), redirect("/elsewhere"), ok],
    outcome: whole,
    calls: 4
  },
  ...[
    "http://localhost:1/",
    "http://[::1]:1/",
    "http://[::ffff:127.0.0.1]:1/",
    "http://0.0.0.0:1/",
    "http://10.1.2.3/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[fe80::1]/",
    "http://inside.example/",
    "http://half-inside.example/",
    "https://inside.example/"
  ].map((location) => ({
    name: `a redirect to ${location}`,
    faults: [redirect(location), ok],
    outcome: "ProviderBadResponse: redirect to a private address",
    calls: 1
  })),
  {
    name: "a redirect to a host that does not exist",
    faults: [redirect("http://nowhere.example/"), ok],
    outcome: "ProviderUnavailable: host not found",
    calls: 1
  },
  ...["ftp://example.org/", "javascript:alert(1)", "http://", "http://999.1.1.1/"].map((location) => ({
    name: `a redirect to ${location}`,
    faults: [redirect(location), ok],
    outcome: "ProviderBadResponse: redirect to an unusable address",
    calls: 1
  }))
]

const names: Readonly<Record<string, ReadonlyArray<string>>> = {
  "inside.example": ["10.0.0.7"],
  "half-inside.example": ["93.184.215.14", "fd00::7"]
}
const lookup = (hostname: string) =>
  Effect.fromNullable(names[hostname]).pipe(Effect.mapError(() => new HostNotFound()))

describe("Upstream: faults of a provider", () => {
  for (const { name, faults, outcome, calls } of rows) {
    it.scopedLive(name, () =>
      Effect.gen(function* () {
        const server = yield* faultServer(...faults)
        expect(yield* ask(options(server))).toBe(outcome)
        expect(server.requests.length).toBe(calls)
      }).pipe(Effect.provideService(HostLookup, lookup), Effect.provide(Outbound.layer))
    )
  }

  it.scopedLive("nobody listens", () =>
    Effect.gen(function* () {
      const { origin } = yield* Effect.scoped(faultServer(ok))
      expect(yield* ask(options({ origin }))).toBe("ProviderUnavailable: connection refused")
    }).pipe(Effect.provide(Outbound.layer))
  )

  it.scopedLive("no TLS where TLS is due", () =>
    Effect.gen(function* () {
      const server = yield* faultServer(ok)
      const outcome = yield* ask(options({ origin: server.origin.replace("http:", "https:") }))
      expect(outcome).toBe("ProviderUnavailable: TLS failure")
    }).pipe(Effect.provide(Outbound.layer))
  )

  it.scopedLive.each([
    ["hangs before the headers", () => {}],
    ["hangs amid the body", (response) => response.write('{"answer":')],
    [
      "drips",
      (response) => {
        const drip = setInterval(() => response.write(" "), 20)
        response.on("close", () => clearInterval(drip))
      }
    ]
  ] satisfies ReadonlyArray<readonly [string, Fault]>)("a provider that %s", ([, fault]) =>
    Effect.gen(function* () {
      const server = yield* faultServer(fault)
      const [took, outcome] = yield* Effect.timed(ask({ ...options(server), deadline: "300 millis" }))
      expect(outcome).toBe("ProviderTimeout: deadline passed")
      expect(Duration.toMillis(took)).toBeGreaterThan(280)
      expect(Duration.toMillis(took)).toBeLessThan(3000)
      expect(server.requests.length).toBe(1)
    }).pipe(Effect.provide(Outbound.layer))
  )

  it.scopedLive("a body without end is not downloaded", () =>
    Effect.gen(function* () {
      const block = Buffer.alloc(64 * 1024, 0x20)
      let sent = 0
      let closed = false
      const server = yield* faultServer((response) => {
        const pump = () => {
          while (!closed && response.write(block)) sent += block.length
        }
        response.on("drain", pump)
        response.on("close", () => {
          closed = true
        })
        pump()
      })
      expect(yield* ask(options(server))).toBe("ProviderBadResponse: body over the limit")
      yield* Effect.sleep("100 millis")
      expect(closed).toBe(true)
      // What lies in the buffers of both sockets comes on top of the limit.
      expect(sent).toBeLessThan(16 * 1024 * 1024)
    }).pipe(Effect.provide(Outbound.layer))
  )
})

describe("Upstream: what a provider sees", () => {
  it.scopedLive("a GET with our name, and nothing of our traces", () =>
    Effect.gen(function* () {
      const server = yield* faultServer(ok)
      const settings = { ...options(server), baseUrl: `${server.origin}/prefix/` }
      yield* ask(settings, { query: { base: "EUR", symbols: "USD,GBP" } }).pipe(Effect.withSpan("capability"))
      const [request] = server.requests
      expect(request?.method).toBe("GET")
      expect(request?.url).toBe("/prefix/v1/answer?base=EUR&symbols=USD%2CGBP")
      expect(request?.headers).toEqual({
        accept: "application/json",
        "accept-encoding": "gzip, br",
        connection: "keep-alive",
        host: server.origin.slice("http://".length),
        "user-agent": "almanac/0.1.0 (mailto:ops@example.org)"
      })
    }).pipe(Effect.provide(Outbound.layer))
  )

  it.scopedLive("connections that are used again", () =>
    Effect.gen(function* () {
      const server = yield* faultServer(ok)
      yield* Effect.repeatN(ask(options(server)), 9)
      expect(server.requests.length).toBe(10)
      // A call may begin before the connection of the one before it is free again.
      expect(server.connections()).toBeLessThanOrEqual(2)
    }).pipe(Effect.provide(Outbound.layer))
  )

  const secrets = {
    headers: { authorization: Redacted.make("Bearer k3y") },
    query: { api_key: Redacted.make("k3y") }
  }

  it.scopedLive("keys on its own origin, after a redirect too", () =>
    Effect.gen(function* () {
      const server = yield* faultServer(redirect("/elsewhere?id=7"), ok)
      expect(yield* ask({ ...options(server), secrets })).toBe(whole)
      expect(server.requests.map(({ url }) => url)).toEqual([
        "/v1/answer?api_key=k3y",
        "/elsewhere?id=7&api_key=k3y"
      ])
      expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
        "Bearer k3y",
        "Bearer k3y"
      ])
    }).pipe(Effect.provide(Outbound.layer))
  )

  it.effect("no keys on another origin, though the provider wrote them into its redirect", () =>
    Effect.gen(function* () {
      const client = scriptedClient(({ host }) =>
        Effect.sync(
          host === "provider.example"
            ? reply(302, "", { location: "https://other.example/v1/answer?api_key=k3y&id=7&renamed=k3y" })
            : reply(200, whole)
        )
      )
      const settings = { ...options({ origin: "https://provider.example" }), secrets }
      expect(
        yield* ask(settings).pipe(
          Effect.provide(client.layer),
          Effect.provideService(HostLookup, () => Effect.succeed(["93.184.215.14"]))
        )
      ).toBe(whole)
      const [, call] = client.calls
      expect(call?.url.href).toBe("https://other.example/v1/answer?id=7")
      expect(call?.headers).not.toHaveProperty("authorization")
      expect(call?.headers["user-agent"]).toBe("almanac/0.1.0 (mailto:ops@example.org)")
    })
  )

  it.scopedLive("nothing on another port of its own host, where that host is in our network", () =>
    Effect.gen(function* () {
      const other = yield* faultServer(ok)
      const server = yield* faultServer(redirect(`${other.origin}/v1/answer`))
      expect(yield* ask(options(server))).toBe("ProviderBadResponse: redirect to a private address")
      expect(other.requests).toEqual([])
    }).pipe(Effect.provide(Outbound.layer))
  )

  it.scopedLive("no second call where a redirect means something else (Census)", () =>
    Effect.gen(function* () {
      const server = yield* faultServer(redirect("/missing_key.html"), ok)
      expect(yield* ask({ ...options(server), followRedirect: false })).toBe(
        "ProviderBadResponse: redirect not followed"
      )
      expect(server.requests.length).toBe(1)
    }).pipe(Effect.provide(Outbound.layer))
  )
})

describe("Upstream: statuses that a provider reads itself", () => {
  const read = (server: FaultServer, accept: ReadonlyArray<number>) =>
    Effect.flatMap(Upstream.make(options(server)), (upstream) =>
      upstream.operation("frankfurter.test", (get) => get({ path: "/v1/answer", accept }))
    ).pipe(Effect.map(({ status, text }) => ({ status, text })))

  it.scopedLive.each([
    [404, '{"message":"not found"}'],
    [204, ""],
    [429, "Please limit requests to one every 5 seconds"],
    [503, '{"error":true,"reason":"overloaded"}']
  ] as const)("%s", ([status, text]) =>
    Effect.gen(function* () {
      const server = yield* faultServer(answer(status, text), ok)
      expect(yield* read(server, [status])).toEqual({ status, text })
      expect(server.requests.length).toBe(1)
    }).pipe(Effect.provide(Outbound.layer))
  )

  it.scopedLive("one that turns out to be something else gets the error of its status", () =>
    Effect.gen(function* () {
      const server = yield* faultServer(answer(429, "", { "retry-after": "5" }))
      const upstream = yield* Upstream.make(options(server))
      const outcome = yield* upstream
        .operation("frankfurter.test", (get) =>
          Effect.flatMap(get({ path: "/v1/answer", accept: [429] }), upstream.unexpected)
        )
        .pipe(Effect.either)
      expect(told(outcome)).toBe("ProviderRateLimited: status 429, again in 5 s")
    }).pipe(Effect.provide(Outbound.layer))
  )
})
