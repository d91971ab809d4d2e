/**
 * What the client does with each answer to a payment: how often it sends it, always the same bytes; what it says of the
 * charge; and what its journal keeps.
 */
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { Charged } from "../../src/Client/Errors.ts"
import { codes } from "../../src/Client/generated/errors.ts"
import { listed } from "../../src/Client/generated/listed.ts"
import { encodeHeader } from "../../src/Resources/X402.ts"
import {
  answer,
  body,
  challenge,
  cut,
  failure,
  given,
  input,
  path,
  type Reply,
  refused,
  type Script,
  scripted,
  sold
} from "./Scripted.ts"

interface Case {
  readonly paid: NonNullable<Script["paid"]>
  readonly states?: Script["states"]
  /** How often the payment is sent. */
  readonly sends: number
  /** The code of the error; none when the answer comes. */
  readonly code?: string
  readonly charged?: Charged
  readonly state: "open" | "charged" | "free"
  /** Seconds of each wait. */
  readonly waits?: ReadonlyArray<number>
}

const after = (...replies: ReadonlyArray<() => Reply>) => [...replies, () => sold()]
const each = <const K extends string>(keys: ReadonlyArray<K>) => keys

const run = async ({ charged, code, paid, sends, state, states, waits }: Case, key: string | undefined) => {
  const { client, clock, sent, signed } = scripted({ paid, ...(states === undefined ? {} : { states }) })
  const call = client.call("fx.rates", input, key === undefined ? {} : { key })
  const [ended] = await Promise.allSettled([call])
  const got = ended?.status === "fulfilled" ? { code: undefined, ...ended.value } : Object(ended?.reason)
  // An answer says of itself what its purchase is.
  const told =
    code === undefined ? ({ free: false, charged: true, open: "unknown" } as const)[state] : charged
  expect([got.code, got.charged, sent.length]).toEqual([code, told, sends])
  expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(signed).toHaveLength(1)
  const name = ended?.status === "fulfilled" ? ended.value.key : got.key
  expect((await client.find(name))?.state).toBe(state)
  expect(await client.spent()).toMatchObject({ today: state === "free" ? "0" : "0.002" })
  // What was charged is not finished before its answer has come.
  const isFinished: boolean = state === "free" || (state === "charged" && code === undefined)
  expect(await client.open()).toHaveLength(isFinished ? 0 : 1)
  if (waits !== undefined) expect(clock.waits.map((wait) => wait / 1000)).toEqual(waits)
}

const retryable = Object.entries(codes).flatMap(([code, { retryable }]) => (retryable ? [code] : []))
const final = Object.keys(codes).filter((code) => !retryable.includes(code))
const isCode = (code: string): code is keyof typeof codes => Object.hasOwn(codes, code)
const failing = (code: string, headers?: Record<string, string>) => () =>
  failure(isCode(code) ? code : "INTERNAL_ERROR", headers)

const cases: ReadonlyArray<readonly [what: string, ending: Case]> = [
  ["the answer", { paid: [() => sold()], sends: 1, state: "charged", waits: [] }],
  ["an answer that is not charged", { paid: [given], sends: 1, state: "free" }],
  // Whoever is between may have dropped the header of the receipt.
  ...(["settled", "presumed_settled"] as const).map(
    (status) =>
      [
        `an answer without a receipt whose payment is ${status}`,
        { paid: [given], states: [status], sends: 1, state: "charged" }
      ] as const
  ),
  ...(["reserved", "settling", "unknown", "?"] as const).map(
    (status) =>
      [
        `an answer without a receipt whose payment is ${status}`,
        { paid: [given], states: [status], sends: 1, state: "open" }
      ] as const
  ),
  [
    "a failure that charges nothing, then an answer without a receipt that was paid",
    {
      paid: [failing("PROVIDER_UNAVAILABLE"), given],
      states: ["settled"],
      sends: 2,
      state: "charged"
    }
  ],
  [
    "pending, then an answer without a receipt that was paid",
    { paid: [failing("PAYMENT_SETTLEMENT_PENDING"), given], states: ["settled"], sends: 2, state: "charged" }
  ],
  [
    "an answer with a receipt that says nothing, and was paid",
    {
      paid: [() => answer(200, body, { "payment-response": "?" })],
      states: ["settled"],
      sends: 1,
      state: "charged"
    }
  ],
  // A failure that the service calls retryable is sent again, after Retry-After or 1, 2, 4, 8 seconds.
  ...retryable.map(
    (code) =>
      [
        `${code}, then the answer`,
        { paid: after(failing(code)), sends: 2, state: "charged", waits: [1] }
      ] as const
  ),
  ...retryable.map(
    (code) =>
      [
        `${code} with Retry-After, then the answer`,
        { paid: after(failing(code, { "retry-after": "15" })), sends: 2, state: "charged", waits: [15] }
      ] as const
  ),
  ...retryable
    .filter((code) => code !== "PAYMENT_SETTLEMENT_PENDING")
    .map(
      (code) =>
        [
          `${code} to the end`,
          {
            paid: [failing(code)],
            sends: 10,
            code,
            charged: false,
            state: "free",
            waits: [1, 2, 4, 8, 8, 8, 8, 8, 8]
          }
        ] as const
    ),
  [
    "a Retry-After beyond the wait",
    {
      paid: [failing("PROVIDER_RATE_LIMITED", { "retry-after": "3600" })],
      sends: 1,
      code: "PROVIDER_RATE_LIMITED",
      charged: false,
      state: "free",
      waits: []
    }
  ],
  [
    "pending to the end",
    {
      paid: [failing("PAYMENT_SETTLEMENT_PENDING", { "retry-after": "15" })],
      sends: 5,
      code: "PAYMENT_SETTLEMENT_PENDING",
      charged: "unknown",
      state: "open"
    }
  ],
  [
    "pending, then no transfer",
    {
      paid: [failing("PAYMENT_SETTLEMENT_PENDING"), failing("PAYMENT_SETTLEMENT_FAILED")],
      sends: 2,
      code: "PAYMENT_SETTLEMENT_FAILED",
      charged: false,
      state: "free"
    }
  ],
  [
    "pending, then overloaded to the end: it may still be charged",
    {
      paid: [failing("PAYMENT_SETTLEMENT_PENDING"), failing("OVERLOADED")],
      states: ["settling"],
      sends: 10,
      code: "OVERLOADED",
      charged: "unknown",
      state: "open"
    }
  ],
  [
    "pending, then a fault of what was settled",
    {
      paid: [failing("PAYMENT_SETTLEMENT_PENDING"), failing("INTERNAL_ERROR")],
      states: ["settled"],
      sends: 2,
      code: "INTERNAL_ERROR",
      charged: true,
      state: "charged"
    }
  ],
  // What the service calls final is.
  ...final.map(
    (code) =>
      [code, { paid: [failing(code)], sends: 1, code, charged: false, state: "free", waits: [] }] as const
  ),
  ["a lost connection, then the answer", { paid: after(cut), sends: 2, state: "charged", waits: [1] }],
  [
    "lost connections to the end",
    { paid: [cut], sends: 10, code: "CONNECTION_LOST", charged: "unknown", state: "open" }
  ],
  [
    "a lost connection, then a refusal: what was sent may still arrive",
    {
      paid: [cut, failing("WORK_NOT_FOUND")],
      sends: 2,
      code: "WORK_NOT_FOUND",
      charged: "unknown",
      state: "open"
    }
  ],
  [
    "a lost connection, then a refusal of what was paid before",
    {
      paid: [cut, failing("INTERNAL_ERROR")],
      states: ["settled"],
      sends: 2,
      code: "INTERNAL_ERROR",
      charged: true,
      state: "charged"
    }
  ],
  [
    "nobody there: nothing was sent",
    { paid: [refused], sends: 10, code: "CONNECTION_LOST", charged: false, state: "free" }
  ],
  // An answer that is not the service's: somebody between has answered, and nobody knows what the service did.
  ...each(["408", "429", "500", "502", "503", "504"]).map(
    (status) =>
      [
        `${status} of somebody between, then the answer`,
        { paid: after(() => answer(Number(status), "<html>")), sends: 2, state: "charged" }
      ] as const
  ),
  ...each(["301", "400", "401", "403", "404", "413"]).map(
    (status) =>
      [
        `${status} of somebody between`,
        {
          paid: [() => answer(Number(status), "<html>")],
          sends: 1,
          code: "CONNECTION_LOST",
          charged: "unknown",
          state: "open"
        }
      ] as const
  ),
  [
    "a code under another status than its own",
    {
      paid: [
        () => answer(404, { error: { code: "INTERNAL_ERROR", message: "", retryable: true }, meta: {} })
      ],
      sends: 1,
      code: "CONNECTION_LOST",
      charged: "unknown",
      state: "open"
    }
  ],
  [
    "an answer with another digest, then the answer",
    {
      paid: after(() => sold({ "content-digest": "sha-256=:AAAA:" })),
      sends: 2,
      state: "charged"
    }
  ],
  [
    "an answer with another digest to the end",
    {
      paid: [() => sold({ "content-digest": "sha-256=:AAAA:" })],
      sends: 3,
      code: "ANSWER_DAMAGED",
      charged: true,
      state: "charged"
    }
  ],
  [
    "a paid answer that is none",
    {
      paid: [() => answer(200, "<html>", { "payment-response": encodeHeader({ success: true }) })],
      sends: 3,
      code: "ANSWER_DAMAGED",
      charged: true,
      state: "charged"
    }
  ],
  [
    "a page instead of the answer",
    {
      paid: [() => answer(200, "<html>")],
      sends: 3,
      code: "ANSWER_DAMAGED",
      charged: "unknown",
      state: "open"
    }
  ]
]

describe("a payment that is answered by", () => {
  it.each(cases)("%s", (_, ending) => run(ending, undefined))
})

describe("under a key that the caller has chosen, which may have bought before, the status is asked", () => {
  const told: ReadonlyArray<readonly [state: string | undefined, charged: Charged, kept: Case["state"]]> = [
    ["settled", true, "charged"],
    ["presumed_settled", true, "charged"],
    ["released", false, "free"],
    ["failed", false, "free"],
    [undefined, false, "free"],
    ["reserved", "unknown", "open"],
    ["settling", "unknown", "open"],
    ["unknown", "unknown", "open"]
  ]
  it.each(told)("%s", (status, charged, state) =>
    run(
      {
        paid: [failing("PAYMENT_INVALID")],
        states: [status],
        sends: 1,
        code: "PAYMENT_INVALID",
        charged,
        state
      },
      "order-1"
    )
  )
})

describe("before anything is paid", () => {
  const newer = (status: number) => () =>
    answer(status, { error: { code: "NEWER_CODE", message: "it is new", retryable: status === 503 } })
  const megabyte = new Uint8Array(2 ** 20)
  const endless = () => new Response(new ReadableStream({ pull: (stream) => stream.enqueue(megabyte) }))

  const ends: ReadonlyArray<
    readonly [what: string, unpaid: ReadonlyArray<() => Reply>, asked: number, code: string | undefined]
  > = [
    ["a lost connection, then the challenge", [cut, () => challenge()], 2, undefined],
    ["SHUTTING_DOWN, then the challenge", [failing("SHUTTING_DOWN"), () => challenge()], 2, undefined],
    ["lost connections to the end", [cut], 10, "CONNECTION_LOST"],
    ["NOT_FOUND", [failing("NOT_FOUND")], 1, "NOT_FOUND"],
    ...each(["408", "429", "500", "502", "503", "504"]).flatMap((status) => {
      const page = () => answer(Number(status), "<html>")
      return [
        [`${status} of somebody between, then the challenge`, [page, () => challenge()], 2, undefined],
        [`${status} of somebody between to the end`, [page], 10, "CONNECTION_LOST"]
      ] as const
    }),
    [
      "429 of somebody between that names a time beyond the wait",
      [() => answer(429, "<html>", { "retry-after": "3600" })],
      1,
      "CONNECTION_LOST"
    ],
    ["a code of a newer service", [newer(400)], 1, "NEWER_CODE"],
    ["a code of a newer service that may be asked again", [newer(503), () => challenge()], 2, undefined],
    ["an answer that does not end", [endless], 10, "CONNECTION_LOST"]
  ]
  it.each(ends)("%s", async (_, unpaid, asked, code) => {
    const { client, seen, sent } = scripted({ unpaid })
    const [ended] = await Promise.allSettled([client.call("fx.rates", input)])
    const got = ended?.status === "rejected" ? Object(ended.reason) : {}
    expect([seen.unpaid, got.code, got.charged]).toEqual([
      asked,
      code,
      code === undefined ? undefined : false
    ])
    expect(sent).toHaveLength(code === undefined ? 1 : 0)
  })
})

describe("the message of a failure", () => {
  const said = [
    ["it is away; nothing was charged.", "it is away."],
    ["it is away; this call charged nothing.", "it is away."],
    ["It has a key. This call charged nothing.", "It has a key."],
    ["it is empty; nothing was charged. Fill it.", "it is empty. Fill it."],
    ["it was charged a moment ago", "it was charged a moment ago"]
  ] as const
  it.each(said)("leaves it to `charged` whether it was charged: %s", async (message, told) => {
    const error = { code: "LEDGER_UNAVAILABLE", message, retryable: true }
    const { client } = scripted({ paid: [() => answer(503, { error, meta: {} })], states: ["settled"] })
    const call = client.call("fx.rates", input, { key: "order-1", maxWait: 500 })
    await expect(call).rejects.toMatchObject({ code: "LEDGER_UNAVAILABLE", charged: true, message: told })
  })

  it("is of a form in which the service says it", () => {
    const folders = ["Payment", "Http", "Providers", "Capabilities", "Mcp/remote"].map(
      (name) => `src/${name}`
    )
    const texts = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true })
        .map(String)
        .filter((name) => name.endsWith(".ts"))
        .map((name) => readFileSync(join(folder, name), "utf8"))
    )
    const lines = texts.join("\n").split("\n")
    // Not of a comment, nor within a sentence of a metric's help.
    const told = lines.filter((line) =>
      /^[^/*]*["`].*(?:charged nothing|nothing was charged)[.`"]/i.test(line)
    )
    expect(told.length).toBeGreaterThan(15)
    expect(
      told.filter((line) => !/[;.}] (?:nothing was charged|this call charged nothing)\./i.test(line))
    ).toEqual([])
  })
})

describe("an answer", () => {
  it("has data, meta, receipt, the key that was sent, the nonce, and its text", async () => {
    const { client, sent } = scripted({ paid: [() => sold({ "content-digest": digest })] })
    const got = await client.fx.rates(input)
    expect(got).toMatchObject({ ...body, text: JSON.stringify(body), receipt: { success: true } })
    expect([got.key, got.nonce]).toEqual([sent[0]?.key, sent[0]?.nonce])
    expect(sent[0]?.body).toBe('{"base":"EUR","currencies":["USD"]}')
  })

  const digest = `sha-256=:${createHash("sha256").update(JSON.stringify(body)).digest("base64")}:`

  it("is told of while it is awaited", async () => {
    const { client } = scripted({
      paid: after(failing("PAYMENT_SETTLEMENT_PENDING", { "retry-after": "15" }))
    })
    const told: Array<unknown> = []
    const { key } = await client.call("fx.rates", input, { onPending: (pending) => told.push(pending) })
    expect(told).toEqual([{ key, retryAfterSeconds: 15, message: "it is PAYMENT_SETTLEMENT_PENDING" }])
  })

  it("comes by a tool too", async () => {
    const { client, sent } = scripted()
    const tools = await client.tools()
    expect(tools.map(({ name }) => name)).toEqual(listed.map(({ id }) => id.replaceAll(".", "_")))
    const tool = tools.find(({ name }) => name === "fx_rates")
    expect(await tool?.execute(input)).toEqual(body)
    expect(sent).toHaveLength(1)
  })
})

describe("a call that its caller aborts", () => {
  const points: ReadonlyArray<
    readonly [when: string, script: Script, charged: Charged, state: string | undefined]
  > = [
    ["before the challenge", { unpaid: [cut] }, false, undefined],
    ["after a refusal that charges nothing", { paid: [failing("PROVIDER_UNAVAILABLE")] }, false, "free"],
    ["while the payment is pending", { paid: [failing("PAYMENT_SETTLEMENT_PENDING")] }, "unknown", "open"],
    ["after the payment was sent, and nothing came", { paid: [cut] }, "unknown", "open"]
  ]
  it.each(points)("%s", async (_, script, charged, state) => {
    const { client } = scripted(script)
    const reason = new Error("no longer wanted")
    const caller = new AbortController()
    let key = ""
    const onPending = (pending: { readonly key: string }) => {
      key = pending.key
      caller.abort(reason)
    }
    const call = client.call("fx.rates", input, { signal: caller.signal, onPending })
    await expect(call).rejects.toMatchObject({ code: "ABORTED", charged, cause: reason })
    expect((await client.find(key))?.state).toBe(state)
  })

  it("while it asks what is free", async () => {
    const reason = new Error("no longer wanted")
    const caller = new AbortController()
    const fetch: typeof globalThis.fetch = async () => {
      caller.abort(reason)
      throw reason
    }
    const { client } = scripted({}, { fetch })
    const told = { code: "ABORTED", charged: false, retryable: false, cause: reason }
    const { signal } = caller
    await expect(client.quote("fx.rates", input, { signal })).rejects.toMatchObject(told)
    const payment = client.payment(`0x${"1".repeat(40)}`, `0x${"1".repeat(64)}`, { signal })
    await expect(payment).rejects.toMatchObject(told)
  })
})

describe("a quote", () => {
  it("tells price and problems, and signs nothing", async () => {
    const problems = [{ pointer: "/base", message: "is required" }]
    const unavailableProviders = ["frankfurter"]
    const quoted = { valid: false, problems, unavailableProviders }
    const { client, signed, sent } = scripted({
      unpaid: [() => challenge({ accepted: { amount: "7000" } }, quoted)]
    })
    expect(await client.quote("fx.rates", input)).toMatchObject({ price: "0.007", ...quoted })
    expect([signed, sent]).toEqual([[], []])
  })

  it("says when the service was too busy to look", async () => {
    const { client } = scripted({ unpaid: [() => challenge({}, null)] })
    expect(await client.quote("fx.rates", input)).toMatchObject({ price: "0.002", valid: "unknown" })
  })
})

it("the status of a payment is that of its nonce", async () => {
  const nonce = `0x${"AB".repeat(32)}`
  const { client, wallet } = scripted({ states: ["settled"] })
  expect(await client.payment(wallet.address, nonce)).toMatchObject({
    state: "settled",
    nonce: nonce.toLowerCase()
  })
  await expect(client.payment(wallet.address, path)).rejects.toThrow(TypeError)
  const unknown = scripted().client.payment(wallet.address, nonce)
  await expect(unknown).rejects.toMatchObject({ code: "NOT_FOUND", status: 404 })
})
