/**
 * What is submitted to a facilitator, and why an honest one refuses it.
 */
import { Option, Schema } from "effect"
import { network } from "../oracle/Terms.ts"
import { type Chain, type Judged, judge, type Obstacle } from "./Chain.ts"

const Authorization = Schema.Struct({
  from: Schema.String.pipe(Schema.pattern(/^0x[0-9a-fA-F]{40}$/)),
  to: Schema.String.pipe(Schema.pattern(/^0x[0-9a-fA-F]{40}$/)),
  value: Schema.String.pipe(Schema.pattern(/^\d+$/)),
  validAfter: Schema.String.pipe(Schema.pattern(/^\d+$/)),
  validBefore: Schema.String.pipe(Schema.pattern(/^\d+$/)),
  nonce: Schema.String.pipe(Schema.pattern(/^0x[0-9a-fA-F]{64}$/))
})

const decode = Schema.decodeOption(
  Schema.parseJson(
    Schema.Struct({
      paymentPayload: Schema.Struct({
        payload: Schema.Struct({ signature: Schema.String, authorization: Authorization })
      }),
      paymentRequirements: Schema.Struct({
        amount: Schema.String,
        payTo: Schema.String,
        network: Schema.String
      })
    })
  )
)

/** A payment with the terms that it is to meet; its signature is judged. */
export interface Submission {
  readonly judged: Judged
  readonly terms: { readonly amount: string; readonly payTo: string; readonly network: string }
}

/**
 * Reads the bodies of calls. What was judged last is known: a payment is verified, settled, and asked about again, and
 * to judge it takes longer than all else that a facilitator does.
 */
export const reader = () => {
  const known = new Map<string, Promise<Judged>>()
  return async (body: string): Promise<Submission | undefined> => {
    const read = Option.getOrUndefined(decode(body))
    if (read === undefined) return undefined
    const { authorization, signature } = read.paymentPayload.payload
    const payment = JSON.stringify([authorization, signature])
    const judged = known.get(payment) ?? judge(authorization, signature)
    if (known.size >= mostKnown) known.clear()
    known.set(payment, judged)
    return { judged: await judged, terms: read.paymentRequirements }
  }
}

/** Payments that are known at a time. */
const mostKnown = 1_000

/** Seconds before its end in which no authorization is taken any more, as `@x402/evm` 2.27 has it. */
const leastTimeLeft = 6

/** Reasons, in the protocol's words. */
export const reasons: Record<Obstacle, string> = {
  signature: "invalid_exact_evm_signature",
  "nonce used": "invalid_exact_evm_nonce_already_used",
  balance: "invalid_exact_evm_insufficient_balance",
  window: "invalid_exact_evm_payload_authorization_valid_before"
}

/** Why an honest facilitator refuses. `now` in Unix milliseconds. */
export const refusal = (chain: Chain, now: number, { judged, terms }: Submission): string | undefined => {
  const { to, validBefore, value } = judged.authorization
  if (terms.network !== network) return "invalid_network"
  if (!judged.isSigned) return reasons.signature
  if (to.toLowerCase() !== terms.payTo.toLowerCase()) return "invalid_exact_evm_recipient_mismatch"
  if (value !== terms.amount) return "invalid_exact_evm_payload_authorization_value_mismatch"
  if (Number(validBefore) < now / 1000 + leastTimeLeft) return reasons.window
  const obstacle = chain.obstacle(judged)
  return obstacle === undefined ? undefined : reasons[obstacle]
}
