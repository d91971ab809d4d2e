/**
 * The contract of the listener for operators. Times are ISO 8601, amounts USDC.
 */
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Schema from "effect/Schema"
import { strict } from "../Api/Capability.ts"
import { longestRetryAfter, Pause } from "../Pauses.ts"
import { PaymentState } from "../Resources/PaymentStatus.ts"
import { ProviderSlug } from "../Resources/ProviderSlug.ts"
import { OperationStatus } from "../Resources/ServiceStatus.ts"
import { type LevelName, levels } from "../Telemetry/MinimumLevel.ts"

/** The listener refuses: `code` is for programs, `message` for the operator. */
export const Envelope = Schema.Struct({
  error: Schema.Struct({ code: Schema.String, message: Schema.String })
})

/** Every refusal as it is sent, whatever it is for: in the envelope that the guard's have. */
const refusal = <A extends { readonly message: string }, I>(
  status: number,
  code: string,
  refused: Schema.Schema<A, I> & { new (fields: { readonly message: string }): A }
) =>
  Schema.transform(Envelope, Schema.typeSchema(refused), {
    strict: true,
    decode: ({ error: { message } }) => new refused({ message }),
    encode: ({ message }) => ({ error: { code, message } })
  }).annotations(HttpApiSchema.annotations({ status }))

/** The body is not what is asked for. */
export class Invalid extends Schema.TaggedError<Invalid>()("Invalid", { message: Schema.String }) {}
const invalid = refusal(400, "INVALID", Invalid)

/** No such capability, provider, pause or payment. */
export class Unknown extends Schema.TaggedError<Unknown>()("Unknown", { message: Schema.String }) {}
const unknown = refusal(404, "UNKNOWN", Unknown)

/** The database does not answer; why is in words for the operator. A change of a pause may have been made. */
export class LedgerAway extends Schema.TaggedError<LedgerAway>()("LedgerAway", { message: Schema.String }) {}
const ledgerAway = refusal(503, "LEDGER", LedgerAway)

/** The process is stopping, which is not taken back. */
export class Stopping extends Schema.TaggedError<Stopping>()("Stopping", { message: Schema.String }) {}
const stopping = refusal(409, "STOPPING", Stopping)

const isLevel = (name: string): name is LevelName => Object.hasOwn(levels, name)

/** A level's name, as `LOG_LEVEL` has it. */
export const Level = Schema.String.pipe(
  Schema.filter(isLevel, {
    message: () => ({ message: `must be one of ${Object.keys(levels).join(", ")}`, override: true })
  })
)

const PauseView = Schema.Struct({ ...Pause.fields, since: Schema.Date })

/** What this process is doing. */
export const Overview = Schema.Struct({
  version: Schema.String,
  startedAt: Schema.Date,
  /** Whether `/health/serving` says 503: by a drain, or a stop. */
  draining: Schema.Boolean,
  /** Calls and settlements under way. */
  underWay: Schema.Number,
  logLevel: Level,
  pauses: Schema.Array(PauseView)
})

/** The circuits of this process, and what providers said last that is left to spend today. */
export const Providers = Schema.Struct({
  operations: Schema.Array(OperationStatus),
  budgets: Schema.Array(Schema.Struct({ provider: ProviderSlug, leftUsd: Schema.Number }))
})

/** What the ledger knows of a payment: no signature, no answer, no key of the buyer. */
export const LedgerPayment = Schema.Struct({
  network: Schema.String,
  asset: Schema.String,
  payer: Schema.String,
  nonce: Schema.String,
  state: PaymentState,
  amount: Schema.String,
  transaction: Schema.NullOr(Schema.String),
  /** Of the call that last reserved it: it finds the line of that call in the log. */
  requestId: Schema.String,
  createdAt: Schema.Date,
  settledAt: Schema.NullOr(Schema.Date),
  /** Unix seconds. */
  validBefore: Schema.String,
  /** Whether a run holds it now. */
  isHeld: Schema.Boolean,
  hasIdempotencyKey: Schema.Boolean,
  /** How often its answer was given again. */
  replays: Schema.Number,
  /** SHA-256 of the answer, base64. */
  responseHash: Schema.NullOr(Schema.String)
})

/** Why, and what buyers are told in `Retry-After` (seconds). */
export const PauseRequest = Schema.Struct({
  reason: Schema.optionalWith(
    Schema.String.pipe(Schema.maxLength(200)).annotations({
      message: () => ({ message: "must be a text of at most 200 characters", override: true })
    }),
    { default: () => "" }
  ),
  retryAfter: Schema.optionalWith(
    Schema.Number.pipe(Schema.int(), Schema.between(1, longestRetryAfter)).annotations({
      message: () => ({ message: `must be a whole number from 1 to ${longestRetryAfter}`, override: true })
    }),
    { default: () => 60 }
  )
}).annotations(strict)

/** The least level that is written. */
export const LevelRequest = Schema.Struct({ level: Level }).annotations(strict)

const pausePath = Schema.Struct({ kind: Schema.String, name: Schema.String })

const admin = HttpApiGroup.make("admin", { topLevel: true })
  .add(HttpApiEndpoint.get("overview", "/").addSuccess(Overview))
  .add(HttpApiEndpoint.get("providers", "/providers").addSuccess(Providers))
  .add(
    HttpApiEndpoint.get("payment", "/payments/:payer/:nonce")
      .setPath(Schema.Struct({ payer: Schema.String, nonce: Schema.String }))
      .addSuccess(LedgerPayment)
      .addError(unknown)
      .addError(ledgerAway)
  )
  .add(
    HttpApiEndpoint.put("pause", "/pauses/:kind/:name")
      .setPath(pausePath)
      .setPayload(PauseRequest)
      .addSuccess(Schema.Array(PauseView))
      .addError(invalid)
      .addError(unknown)
      .addError(ledgerAway)
  )
  .add(
    HttpApiEndpoint.del("resume", "/pauses/:kind/:name")
      .setPath(pausePath)
      .addSuccess(Schema.Array(PauseView))
      .addError(unknown)
      .addError(ledgerAway)
  )
  .add(
    HttpApiEndpoint.put("logLevel", "/log-level")
      .setPayload(LevelRequest)
      .addSuccess(Overview)
      .addError(invalid)
  )
  .add(HttpApiEndpoint.put("drain", "/drain").addSuccess(Overview))
  .add(HttpApiEndpoint.del("undrain", "/drain").addSuccess(Overview).addError(stopping))

/** What an operator may ask and change. */
export class AdminApi extends HttpApi.make("almanac-admin").add(admin) {}
