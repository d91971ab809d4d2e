/**
 * The JSON blocks of the pages, held to schemas and to what the sandbox answers. A block says by its note what it is.
 */
import { Schema } from "effect"
import { getAddress, verifyTypedData } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { expect } from "vitest"
import * as Wire from "../../src/Api/Wire.ts"
import { configOf } from "../../src/Cli/settings/Config.ts"
import { capabilities } from "../../src/Client/generated/capabilities.ts"
import { PaymentStatus } from "../../src/Resources/PaymentStatus.ts"
import { Quote } from "../../src/Resources/Quote.ts"
import {
  Authorization,
  PaymentRequired,
  PaymentRequirements,
  SettleResponse
} from "../../src/Resources/X402.ts"
import { buyers, seller } from "../../src/Sandbox/Accounts.ts"
import { decode, payment, post } from "../support/Buyer.ts"
import { hex, typedData } from "../support/SignedPayment.ts"

const [buyer] = buyers
const account = privateKeyToAccount(buyer.privateKey)

/** A payment for a call of the sandbox; `amount` in atomic units. */
export const paid = (amount: string): Promise<string> => payment({ amount, account, payTo: seller.address })

const PaymentSignature = Schema.Struct({
  x402Version: Schema.Literal(2),
  resource: Schema.Struct({ url: Schema.String }),
  accepted: PaymentRequirements,
  payload: Schema.Struct({ signature: Schema.String, authorization: Authorization })
})

const Status = Schema.Struct({ data: PaymentStatus, meta: Schema.Struct({ requestId: Schema.String }) })

/** Reads a block by a schema; what the schema does not know is a mistake of the page. */
const as = <A, I>(schema: Schema.Schema<A, I>, value: unknown): A =>
  Schema.decodeUnknownSync(schema, { onExcessProperty: "error" })(value)

/** The body of an answer, but for what differs from call to call. */
const body = ({ text }: { readonly text: string }): unknown => JSON.parse(text)

const withoutCall = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/req_[0-9a-f]{32}/g, "req")
      .replaceAll(/localhost:\d+/g, "localhost")
  )

const incomplete = { base: "EUR" }

/** By the note of a block: what its value must be. `url` is the sandbox. */
export const checks: Readonly<Record<string, (value: unknown, url: string) => Promise<void>>> = {
  "PAYMENT-REQUIRED": async (value, url) => {
    as(PaymentRequired, value)
    const { headers } = await post(`${url}/v1/fx/rates`, undefined, {})
    expect(withoutCall(decode(headers.get("payment-required") ?? ""))).toMatchObject(
      Object(withoutCall(value))
    )
  },
  "PAYMENT-SIGNATURE": async (value, url) => {
    const { accepted, payload, resource } = as(PaymentSignature, value)
    const { headers } = await post(`${url}/v1/fx/rates`, undefined, {})
    const challenge = withoutCall(decode(headers.get("payment-required") ?? ""))
    expect(challenge).toMatchObject(Object(withoutCall({ resource, accepts: [accepted] })))
    const { authorization, signature } = payload
    const signed = { address: getAddress(authorization.from), signature: hex(signature) }
    expect(await verifyTypedData({ ...typedData(authorization, accepted), ...signed })).toBe(true)
  },
  "PAYMENT-RESPONSE": async (value) => {
    as(SettleResponse, value)
  },
  config: async (value) => {
    expect(
      configOf(
        JSON.stringify(value),
        capabilities.map(({ id }) => id)
      )
    ).toEqual(value)
  },
  error: async (value, url) => {
    as(Schema.encodedSchema(Wire.ValidationFailed), value)
    const answer = await post(`${url}/v1/fx/rates`, await paid("2000"), incomplete)
    expect(withoutCall(body(answer))).toEqual(withoutCall(value))
  },
  quote: async (value, url) => {
    as(Quote, value)
    const answer = await post(`${url}/v1/fx/rates`, undefined, incomplete, { prefer: "quote" })
    expect(body(answer)).toMatchObject({ quote: value })
  },
  mcp: async (value) => {
    const { mcpServers, servers = mcpServers } = Object(value)
    const { args, command, env, url } = servers.almanac
    if (url !== undefined) expect(url).toMatch(/^https:\/\/[^/]+\/mcp$/)
    else {
      expect([command, ...args]).toEqual(["npx", "-y", "almanac", "mcp"])
      expect(Object.keys(env)).toEqual(expect.arrayContaining(["ALMANAC_URL", "ALMANAC_NETWORK"]))
    }
  },
  status: async (value) => {
    as(Status, value)
  }
}
