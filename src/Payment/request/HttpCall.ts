/**
 * What a paid call over HTTP asks for: its payment, body and idempotency key as their headers and bytes have them, and how
 * the call is refused that has no payment.
 */
import type { IncomingMessage } from "node:http"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { PaymentMissing } from "../../Api/Failure.ts"
import * as AwaitedBodies from "../../Http/limits/AwaitedBodies.ts"
import * as RequestBody from "../../Http/limits/RequestBody.ts"
import { Settings } from "../../Settings.ts"
import * as Call from "../../Telemetry/Call.ts"
import type { Challenge } from "../challenge/Challenge.ts"
import { bodyKeyOf, type Payment, type PurchaseRequest } from "../Order.ts"
import * as PaymentHeader from "./PaymentHeader.ts"
import * as Quote from "./Quote.ts"

/** Reads calls of one process. */
export const reader = Effect.gen(function* () {
  const { listen } = yield* Settings
  const quote = yield* Quote.quoter
  const awaiting = AwaitedBodies.awaiter(2 * listen.maxCalls)

  /** Bodies that one address sends for one payment: a stranger's elsewhere are not counted as its payer's. */
  const senderOf = ({ socket }: IncomingMessage, payment: Payment) =>
    `${bodyKeyOf(payment)} ${socket.remoteAddress ?? ""}`

  /** The call has no payment: 402, with a quote where the call asks for one. */
  const paymentRequired = (message: IncomingMessage, { missing, offer, outdated }: Challenge) => {
    const unpaid = message.headers["x-payment"] === undefined ? missing : outdated
    return Quote.isWanted(RequestBody.headerOf(message, "prefer"))
      ? Effect.flatMap(
          Call.phase("quote")(quote(message, offer)),
          Option.match({
            onNone: () => Effect.fail(unpaid),
            onSome: (quote) =>
              Effect.fail(new PaymentMissing({ message: unpaid.message, challenge: unpaid.challenge, quote }))
          })
        )
      : Effect.fail(unpaid)
  }

  return (message: IncomingMessage, challenge: Challenge): PurchaseRequest => ({
    challenge,
    payment: PaymentHeader.of(message),
    unpaid: Effect.suspend(() => paymentRequired(message, challenge)),
    body: (payment) => RequestBody.read(message, awaiting(senderOf(message, payment))),
    idempotencyKey: RequestBody.headerOf(message, "idempotency-key"),
    connection: message.socket,
    deadline: Option.none()
  })
})
