import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Api } from "../../Api/Api.ts"
import { NotFound } from "../../Api/Failure.ts"
import { contentDigest } from "../../Payment/Answer.ts"
import { ledgerUnread } from "../../Payment/Failures.ts"
import { FreeLookups } from "../../Payment/ledger/FreeLookups.ts"
import { keyOf, Ledger, type PaymentKey } from "../../Payment/ledger/Ledger.ts"
import type { PaymentRecord } from "../../Payment/ledger/Outcomes.ts"
import * as Trace from "../../Payment/Trace.ts"
import type { PaymentStatus } from "../../Resources/PaymentStatus.ts"
import * as Usdc from "../../Resources/Usdc.ts"
import { checksummed } from "../../Settings/Address.ts"
import { Settings } from "../../Settings.ts"
import { CurrentCall } from "../../Telemetry/Call.ts"

const unknownPayment = new NotFound({
  message: "No payment of this payer with this nonce is known here."
})

/** The last second that a date can tell: a payer may sign any number. */
const lastSecond = 8_640_000_000_000

const momentOf = (unixSeconds: string): string =>
  new Date(Math.min(Number(unixSeconds), lastSecond) * 1000).toISOString()

/** What the ledger has, as the payer may see it. */
const show = (key: PaymentKey, record: PaymentRecord): PaymentStatus => ({
  state: record.state,
  ...key,
  asset: checksummed(key.asset),
  amount: { atomic: record.amount, decimal: Usdc.format(BigInt(record.amount)), currency: "USDC" },
  transaction: record.transaction,
  createdAt: record.createdAt.toISOString(),
  settledAt: record.settledAt?.toISOString() ?? null,
  validBefore: momentOf(record.validBefore),
  contentDigest: record.responseHash === null ? null : contentDigest(record.responseHash)
})

/** Looks up what became of a payment, as its payer may see it: 404 for one that is not known. */
export const lookUp = Effect.gen(function* () {
  const ledger = yield* Ledger
  const lookups = yield* FreeLookups
  const {
    payment: { chain }
  } = yield* Settings
  return (payer: string, nonce: string) =>
    Effect.gen(function* () {
      const key = keyOf(chain, { from: payer, nonce })
      yield* Trace.identify(key)
      const record = yield* Effect.mapError(lookups(ledger.status(key)), ledgerUnread)
      if (Option.isNone(record)) return yield* unknownPayment
      const { id } = yield* CurrentCall
      return { data: show(key, record.value), meta: { requestId: id } }
    })
})

export const layer = HttpApiBuilder.group(Api, "payments", (handlers) =>
  Effect.map(lookUp, (lookUp) =>
    handlers.handleRaw("status", ({ path: { payer, nonce } }) =>
      Effect.map(lookUp(payer, nonce), (status) =>
        HttpServerResponse.unsafeJson(status, { headers: { "cache-control": "no-store" } })
      )
    )
  )
)
