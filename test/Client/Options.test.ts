/**
 * Options that cannot be meant are refused at construction: a limit that is silently ignored is no limit.
 */
import { describe, expect, it } from "vitest"
import { almanac } from "../../src/Client/index.ts"
import { scripted, walletOf } from "./Scripted.ts"

const good = { baseUrl: "https://service.test", network: "eip155:84532", wallet: walletOf() }

/** Options as a program without types may write them. */
const make = (options: object) => () => almanac({ ...good, ...options })

describe("a client is not made", () => {
  const bad: ReadonlyArray<readonly [what: string, options: object, message: RegExp]> = [
    ["with an option that there is not", { bugdet: { perDay: "1" } }, /options has no bugdet/],
    ["with a limit that there is not", { budget: { perMonth: "1" } }, /budget has no perMonth/],
    [
      "with a capability that there is not",
      { budget: { perCapability: { "fx.rate": "1" } } },
      /budget.perCapability has no fx.rate; there are .*fx\.rates/
    ],
    ["with a number for a limit", { budget: { perDay: 2 } }, /budget.perDay must be USDC/],
    [
      "with a number for a capability's limit",
      { budget: { perCapability: { research: 1 } } },
      /perCapability\["research"\] must be USDC/
    ],
    ["with seven decimals", { budget: { perCall: "0.0000001" } }, /6 decimals at most/],
    ["with a negative limit", { budget: { perCall: "-1" } }, /must be USDC such as/],
    ["with an exponent", { budget: { perCall: "1e3" } }, /must be USDC such as/],
    ["with null for a limit", { budget: { perCall: null } }, /must be USDC such as/],
    ["with a budget that is a text", { budget: "2.00" }, /budget must be an object/],
    ["on a network that is not known", { network: "eip155:1" }, /network must be one of eip155:8453/],
    ["on a network by its short name", { network: "base" }, /network must be one of/],
    ["without a network", { network: undefined }, /network must be one of/],
    ["with a wallet that has no address", { wallet: { signTypedData: () => "0x" } }, /wallet needs address/],
    ["with a wallet that cannot sign", { wallet: { address: good.wallet.address } }, /signTypedData/],
    ["with a private key for a wallet", { wallet: `0x${"11".repeat(32)}` }, /wallet needs address/],
    ["with a payTo that is no address", { payTo: "almanac.eth" }, /payTo must be an address/],
    ["with a file's name for a journal", { journal: "purchases.jsonl" }, /journal needs change/],
    ["with null for a journal", { journal: null }, /journal needs change/],
    ["without a base URL", { baseUrl: undefined }, /baseUrl must be/],
    ["with a base URL of another protocol", { baseUrl: "ftp://service.test" }, /baseUrl must be/],
    ["with a base URL that has a query", { baseUrl: "https://service.test/?a=b" }, /baseUrl must be/],
    ["with a base URL that has a password", { baseUrl: "https://a:b@service.test" }, /baseUrl must be/],
    ["with a wait in words that are none", { maxWait: "a while" }, /maxWait must be/],
    ["with a negative wait", { maxWait: -1 }, /maxWait must be/]
  ]

  it.each(bad)("%s", (_, options, message) => {
    expect(make(options)).toThrow(TypeError)
    expect(make(options)).toThrow(message)
  })

  it("but with what may be meant", () => {
    const options = [
      {},
      { wallet: undefined },
      { baseUrl: "http://localhost:8402/" },
      { maxWait: "2 minutes" },
      { maxWait: 1500 },
      { budget: { perCall: "0", perDay: "1", perCapability: { research: "0.05", weather: undefined } } }
    ]
    for (const one of options) expect(make(one)).not.toThrow()
  })
})

describe("a call is not begun", () => {
  const bad: ReadonlyArray<
    readonly [what: string, call: (client: ReturnType<typeof almanac>) => Promise<unknown>]
  > = [
    [
      "for a capability that there is not",
      ({ tools, ...client }) => client.call(JSON.parse('"fx.rate"'), JSON.parse("{}"))
    ],
    ["with an option that there is not", (client) => client.fx.rates(input, JSON.parse('{"maxprice":"1"}'))],
    [
      "to quote, with an option that there is not",
      (client) => client.quote("fx.rates", input, JSON.parse('{"maxPrice":"1"}'))
    ],
    [
      "to tell of a payment, with an option that there is not",
      (client) =>
        client.payment(good.wallet.address, `0x${"1".repeat(64)}`, JSON.parse('{"timeout":"1 second"}'))
    ],
    ["to quote, with options that are none", (client) => client.quote("fx.rates", input, JSON.parse("null"))],
    ["with options that are none", (client) => client.fx.rates(input, JSON.parse("null"))],
    [
      "of a journal with an option that there is not",
      (client) => client.resume("order-1", JSON.parse('{"key":"order-2"}'))
    ],
    ["with a cyclic input", (client) => client.call("fx.rates", cyclic)],
    ["with a deep input", (client) => client.call("fx.rates", { ...input, ...deep })],
    ["with a BigInt in its input", (client) => client.call("fx.rates", { ...input, ...{ amount: 1n } })],
    ["without an input", (client) => client.call("fx.rates", JSON.parse("null"))],
    ["with a number for maxPrice", (client) => client.call("fx.rates", input, { maxPrice: JSON.parse("1") })],
    ["with a key that no header can carry", (client) => client.call("fx.rates", input, { key: "order 1" })],
    ["with a key that is too long", (client) => client.call("fx.rates", input, { key: "k".repeat(129) })],
    ["with a wait that is none", (client) => client.call("fx.rates", input, { maxWait: Number.NaN })]
  ]

  const input = { base: "EUR", currencies: ["USD"] }
  const cyclic = Object.assign({ ...input }, { self: {} })
  cyclic.self = cyclic
  const deep = { date: JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`) }

  it.each(bad)("%s", async (_, call) => {
    const { client, seen, signed } = scripted()
    const error = await call(client).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(TypeError)
    expect(Object(error).message).toMatch(/^there is no|must be|options has no/)
    expect([seen, signed.length]).toEqual([{ unpaid: 0, status: 0 }, 0])
  })

  it("without a wallet; what is free works", async () => {
    const { client, seen } = scripted({}, { wallet: undefined })
    await expect(client.call("fx.rates", input)).rejects.toMatchObject({
      code: "NOT_OFFERED",
      reason: "NO_WALLET",
      charged: false
    })
    expect(seen.unpaid).toBe(0)
    expect(await client.quote("fx.rates", input)).toMatchObject({ price: "0.002", valid: true })
  })
})
