import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { PaymentStatus } from "../Resources/PaymentStatus.ts"
import { Address, Nonce } from "../Resources/X402.ts"
import { strict } from "./Capability.ts"
import { envelope } from "./Envelope.ts"
import * as Wire from "./Wire.ts"

/** A payment of this service's token and network: payer and nonce of its authorization, any case. */
export const PaymentPath = Schema.Struct({
  payer: Address.annotations({
    message: () => "must be an address: 0x and 40 hexadecimal digits",
    description: "Address of the payer, any case"
  }),
  nonce: Nonce.annotations({
    message: () => "must be a nonce: 0x and 64 hexadecimal digits",
    description: "Nonce of the payer's authorization, any case"
  })
}).annotations(strict)

/** `GET /v1/payments/{payer}/{nonce}` */
export const paymentStatus = HttpApiEndpoint.get("status", "/v1/payments/:payer/:nonce")
  .annotate(OpenApi.Summary, "What became of a payment")
  .annotate(
    OpenApi.Description,
    "Free. The transfer and the hash of the answer that it bought, never the answer: to fetch it again, send the same " +
      "request and payment. A payment that was not charged is shown as released until it has expired, and is 404 afterwards."
  )
  .setPath(PaymentPath)
  .addSuccess(envelope(PaymentStatus, {}))
  .addError(
    Wire.ValidationFailed.annotations(
      HttpApiSchema.annotations({
        status: 400,
        description: "payer or nonce is malformed: see details.problems"
      })
    )
  )
  .addError(Wire.PaymentNotFound)
  .addError(Wire.LedgerDown)
  .addError(Wire.Overloaded)

export class Payments extends HttpApiGroup.make("payments")
  .annotate(OpenApi.Description, "What became of a payment; free")
  .add(paymentStatus) {}
