/**
 * What each error code means and what to do about it, for the page that every error links to.
 */
import type { Code } from "./Failure.ts"

/** Plain sentences. */
interface Help {
  readonly meaning: string
  readonly remedy: string
}

const again =
  "Send the same request with the same payment again; when the answer has a Retry-After, after that time."

/** By code, in the order of the statuses. */
export const errorHelp: Readonly<Record<Code, Help>> = {
  VALIDATION_FAILED: {
    meaning: "The request breaks a rule, or the provider does not take the query.",
    remedy:
      "details.problems names each field and its rule. Mend the request; the same payment can be used for it when it has not been charged."
  },
  PAYMENT_REQUIRED: {
    meaning: "The call is paid, and no payment was sent.",
    remedy:
      "Sign the requirement in the header PAYMENT-REQUIRED and send the same request with the header PAYMENT-SIGNATURE. A stock x402 client does both."
  },
  PAYMENT_INVALID: {
    meaning: "The payment cannot be read, or is not what was asked for.",
    remedy: "details.reason says why. Sign the present requirement anew, for this very path."
  },
  PAYMENT_REJECTED: {
    meaning:
      "The facilitator or this service refuses the payment: too little money, a bad signature, a recent failure.",
    remedy:
      "details.reason says why. With insufficient_balance or insufficient_funds, fund the paying address."
  },
  PAYMENT_SETTLEMENT_FAILED: {
    meaning: "The transfer will not happen. This call charged nothing, and there is no answer.",
    remedy: "details.reason says why. Sign a new payment when that is mended."
  },
  FORBIDDEN: {
    meaning: "A page of another origin called /mcp, or the request names another host.",
    remedy: "Call it by its public URL. The operator may allow further origins (MCP_ORIGINS)."
  },
  NOT_FOUND: {
    meaning: "There is no such route, or no such payment is known.",
    remedy: "A route is its exact spelling: GET /v1/capabilities lists them."
  },
  WORK_NOT_FOUND: {
    meaning: "Neither index knows a work with this DOI. This call charged nothing.",
    remedy: "Check the DOI."
  },
  METHOD_NOT_ALLOWED: {
    meaning: "The route does not take this method.",
    remedy: "The header Allow names those it takes."
  },
  REQUEST_TIMEOUT: { meaning: "The request body did not come in time.", remedy: again },
  PAYMENT_CONFLICT: {
    meaning:
      "The payment or its idempotency key belongs to another request, or the purchase has a key that was not sent.",
    remedy:
      "Send the key with the request that it was first sent with. Do not sign anew for a purchase that is settled."
  },
  PAYLOAD_TOO_LARGE: { meaning: "The request body is larger than 64 KiB.", remedy: "Send less." },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: "The request body is not called JSON.",
    remedy: "Send Content-Type: application/json."
  },
  PROVIDER_RATE_LIMITED: {
    meaning: "The data provider throttles. This call charged nothing.",
    remedy: again
  },
  TOO_MANY_REQUESTS: { meaning: "A limit of this service's own is reached.", remedy: again },
  INTERNAL_ERROR: {
    meaning: "Something went wrong on this service's side. This call charged nothing.",
    remedy: "Tell the operator the request id. The state of a payment is at GET /v1/payments/{payer}/{nonce}."
  },
  PROVIDER_UNAVAILABLE: {
    meaning: "The data provider cannot be reached or is out of order. This call charged nothing.",
    remedy: again
  },
  PROVIDER_BAD_RESPONSE: {
    meaning: "The data provider answered with something that is no answer. This call charged nothing.",
    remedy: "Try later, or another query: the same call is likely to end the same way for a while."
  },
  PAYMENT_FACILITATOR_UNAVAILABLE: {
    meaning: "Payments cannot be checked at the moment. This call charged nothing.",
    remedy: again
  },
  PAYMENT_SETTLEMENT_PENDING: {
    meaning: "The transfer is under way, and its end is not known yet. It is being found out.",
    remedy: `${again} The answer is stored and is given when the transfer has happened; do not sign a new payment.`
  },
  LEDGER_UNAVAILABLE: {
    meaning: "Payments cannot be recorded at the moment. This call charged nothing.",
    remedy: again
  },
  OVERLOADED: { meaning: "This service is full, or this payer has too much under way.", remedy: again },
  CAPABILITY_PAUSED: {
    meaning:
      "The operator has paused this capability, or the provider that it asks. Nothing ran, and this call charged nothing. Answers that are paid for are still given.",
    remedy: `${again} Other capabilities are sold meanwhile; GET /v1/status tells which are paused.`
  },
  SHUTTING_DOWN: { meaning: "This process is stopping.", remedy: again },
  PROVIDER_TIMEOUT: {
    meaning: "The data provider did not answer in time. This call charged nothing.",
    remedy: again
  }
}
