/**
 * Serves a `Facilitator` over HTTP, as the protocol says: `POST /verify`, `POST /settle`, `GET /supported`. It replies
 * like the hosted facilitators. For a settlement of unknown outcome it sends a 500 with `settlement_pending`, like
 * Coinbase's.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Facilitator, type Submission } from "../Payment/facilitator/Facilitator.ts"
import { Authorization, PaymentRequirements } from "../Resources/X402.ts"

/** The members of the payload that are read here. The facilitator gets all others as they came. */
const Request = Schema.Struct({
  x402Version: Schema.Literal(2),
  paymentPayload: Schema.Struct({
    x402Version: Schema.Literal(2),
    payload: Schema.Struct({ signature: Schema.String, authorization: Authorization })
  }),
  paymentRequirements: PaymentRequirements
})

const submission = HttpServerRequest.schemaBodyJson(Request, { onExcessProperty: "preserve" }).pipe(
  Effect.map(
    ({ paymentPayload, paymentRequirements }): Submission => ({
      paymentPayload,
      payloadText: JSON.stringify(paymentPayload),
      paymentRequirements,
      ...paymentPayload.payload
    })
  )
)

const json = (status: number, body: object) => HttpServerResponse.unsafeJson(body, { status })

const verify = Effect.matchEffect(submission, {
  onFailure: () => Effect.succeed(json(400, { isValid: false, invalidReason: "invalid_payload" })),
  onSuccess: (submission) => {
    const payer = submission.authorization.from
    return Effect.match(
      Effect.flatMap(Facilitator, (facilitator) => facilitator.verify(submission)),
      {
        onSuccess: (verdict) =>
          verdict.isValid
            ? json(200, { isValid: true, payer })
            : json(200, { isValid: false, invalidReason: verdict.reason, payer }),
        onFailure: () => json(503, { isValid: false, invalidReason: "unexpected_verify_error", payer })
      }
    )
  }
})

const settle = Effect.matchEffect(submission, {
  onFailure: () =>
    Effect.succeed(
      json(400, { success: false, errorReason: "invalid_payload", transaction: "", network: "" })
    ),
  onSuccess: (submission) => {
    const { network } = submission.paymentRequirements
    const payer = submission.authorization.from
    return Effect.match(
      Effect.flatMap(Facilitator, (facilitator) => Effect.uninterruptible(facilitator.settle(submission))),
      {
        onSuccess: ({ transaction }) => json(200, { success: true, transaction, network, payer }),
        onFailure: ({ _tag, reason, transaction = "" }) =>
          _tag === "SettlementFailed"
            ? json(200, { success: false, errorReason: reason, transaction, network, payer })
            : json(500, { success: false, errorReason: "settlement_pending", transaction, network, payer })
      }
    )
  }
})

/** The routes, for any path. `network` (CAIP-2) is what `/supported` lists. */
export const router = (network: string): HttpRouter.HttpRouter<never, Facilitator> =>
  HttpRouter.empty.pipe(
    HttpRouter.post("/verify", verify),
    HttpRouter.post("/settle", settle),
    HttpRouter.get(
      "/supported",
      Effect.succeed(
        json(200, { kinds: [{ x402Version: 2, scheme: "exact", network }], extensions: [], signers: {} })
      )
    )
  )
