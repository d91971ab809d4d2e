/**
 * The demand for payment of a tool: the terms of its capability, for the door `/mcp` in place of a path.
 */
import * as Option from "effect/Option"
import { PaymentMissing } from "../../Api/Failure.ts"
import * as Bazaar from "../../Payment/challenge/Bazaar.ts"
import type { Challenge } from "../../Payment/challenge/Challenge.ts"
import * as IdempotencyKey from "../../Payment/request/IdempotencyKey.ts"
import type { PaymentRequired } from "../../Resources/X402.ts"
import type { Tool } from "../tools/Tool.ts"

/**
 * How the tool is called, for indexes (extension `bazaar`). Tools share one URL, so there the name tells them apart.
 * Source: `@x402/extensions/bazaar` 2.27; a test runs its validators.
 */
const discovery = ({ description, inputSchema, name }: Tool, example: object) =>
  Bazaar.block(
    { type: "mcp", toolName: name, description, transport: "streamable-http", inputSchema, example },
    {
      type: { type: "string", const: "mcp" },
      toolName: { type: "string" },
      description: { type: "string" },
      transport: { type: "string", enum: ["streamable-http", "sse"] },
      inputSchema: { type: "object" },
      example: { type: "object" }
    },
    ["type", "toolName", "inputSchema"]
  )

/**
 * The challenge of a capability as its tool demands it. A payment is not held to a resource: clients name their own host,
 * or the tool, and what is bought is in the reservation.
 */
export const make = (challenge: Challenge, tool: Tool, url: string): Challenge => {
  const extensions = {
    bazaar: discovery(tool, challenge.offer.facts.example.request),
    [IdempotencyKey.extension]: IdempotencyKey.declaration
  }
  const { offer, price, requirements } = challenge
  const because = (reason: string): PaymentRequired => {
    const required = challenge.because(reason)
    return { ...required, resource: { ...required.resource, url }, extensions }
  }
  const missing = new PaymentMissing({
    message:
      `Payment is required: this call costs ${price.amount} USDC on ${requirements.network}. Sign what accepts asks for ` +
      'and call the tool again with the same arguments and the payment in _meta["x402/payment"].',
    challenge: because("Payment required")
  })
  return { offer, price, requirements, resourcePath: Option.none(), because, missing, outdated: missing }
}
