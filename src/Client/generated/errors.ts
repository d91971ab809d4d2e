// Written by `npm run client:generate` from the contract. Do not edit.

/**
 * The status of each error code; whether the identical request with the identical payment may succeed later; and whether
 * the payment is charged: `no`, nor was it before; `not by this call`, an earlier one may have; `unknown` yet.
 */
export const codes = {
  VALIDATION_FAILED: { status: 400, retryable: false, charged: "not by this call" },
  PAYMENT_REQUIRED: { status: 402, retryable: false, charged: "not by this call" },
  PAYMENT_INVALID: { status: 402, retryable: false, charged: "not by this call" },
  PAYMENT_REJECTED: { status: 402, retryable: false, charged: "no" },
  PAYMENT_SETTLEMENT_FAILED: { status: 402, retryable: false, charged: "no" },
  FORBIDDEN: { status: 403, retryable: false, charged: "not by this call" },
  NOT_FOUND: { status: 404, retryable: false, charged: "not by this call" },
  WORK_NOT_FOUND: { status: 404, retryable: false, charged: "no" },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false, charged: "not by this call" },
  REQUEST_TIMEOUT: { status: 408, retryable: true, charged: "not by this call" },
  PAYMENT_CONFLICT: { status: 409, retryable: false, charged: "not by this call" },
  PAYLOAD_TOO_LARGE: { status: 413, retryable: false, charged: "not by this call" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, retryable: false, charged: "not by this call" },
  PROVIDER_RATE_LIMITED: { status: 429, retryable: true, charged: "no" },
  TOO_MANY_REQUESTS: { status: 429, retryable: true, charged: "no" },
  INTERNAL_ERROR: { status: 500, retryable: false, charged: "not by this call" },
  PROVIDER_UNAVAILABLE: { status: 502, retryable: true, charged: "no" },
  PROVIDER_BAD_RESPONSE: { status: 502, retryable: false, charged: "no" },
  PAYMENT_FACILITATOR_UNAVAILABLE: { status: 503, retryable: true, charged: "no" },
  PAYMENT_SETTLEMENT_PENDING: { status: 503, retryable: true, charged: "unknown" },
  LEDGER_UNAVAILABLE: { status: 503, retryable: true, charged: "not by this call" },
  OVERLOADED: { status: 503, retryable: true, charged: "not by this call" },
  CAPABILITY_PAUSED: { status: 503, retryable: true, charged: "no" },
  SHUTTING_DOWN: { status: 503, retryable: true, charged: "not by this call" },
  PROVIDER_TIMEOUT: { status: 504, retryable: true, charged: "no" }
} as const
