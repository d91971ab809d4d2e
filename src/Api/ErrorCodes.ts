/**
 * The status of each code, and whether the identical request with the identical payment may succeed later.
 */
export const codes = {
  VALIDATION_FAILED: { status: 400, retryable: false },
  PAYMENT_REQUIRED: { status: 402, retryable: false },
  PAYMENT_INVALID: { status: 402, retryable: false },
  PAYMENT_REJECTED: { status: 402, retryable: false },
  PAYMENT_SETTLEMENT_FAILED: { status: 402, retryable: false },
  FORBIDDEN: { status: 403, retryable: false },
  NOT_FOUND: { status: 404, retryable: false },
  WORK_NOT_FOUND: { status: 404, retryable: false },
  METHOD_NOT_ALLOWED: { status: 405, retryable: false },
  REQUEST_TIMEOUT: { status: 408, retryable: true },
  PAYMENT_CONFLICT: { status: 409, retryable: false },
  PAYLOAD_TOO_LARGE: { status: 413, retryable: false },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, retryable: false },
  PROVIDER_RATE_LIMITED: { status: 429, retryable: true },
  TOO_MANY_REQUESTS: { status: 429, retryable: true },
  INTERNAL_ERROR: { status: 500, retryable: false },
  PROVIDER_UNAVAILABLE: { status: 502, retryable: true },
  PROVIDER_BAD_RESPONSE: { status: 502, retryable: false },
  PAYMENT_FACILITATOR_UNAVAILABLE: { status: 503, retryable: true },
  PAYMENT_SETTLEMENT_PENDING: { status: 503, retryable: true },
  LEDGER_UNAVAILABLE: { status: 503, retryable: true },
  OVERLOADED: { status: 503, retryable: true },
  CAPABILITY_PAUSED: { status: 503, retryable: true },
  SHUTTING_DOWN: { status: 503, retryable: true },
  PROVIDER_TIMEOUT: { status: 504, retryable: true }
} as const
export type Code = keyof typeof codes
