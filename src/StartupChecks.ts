/**
 * Checks at the start whose findings go to the log. None of them stops the process.
 */
import { Effect, Option } from "effect"
import * as Assets from "./Payment/challenge/Assets.ts"
import { serves } from "./Payment/facilitator/Supported.ts"
import { broken } from "./Providers/TermsOfUse.ts"
import { Settings } from "./Settings.ts"

/** Whether the ledger of real money depends on one machine. */
export const isLedgerAtRisk = ({ payment: { chain }, storage }: Settings["Type"]): boolean =>
  chain.network === Assets.base && Option.isNone(storage.databaseUrl)

const ledger = Effect.flatMap(Settings, (settings) =>
  isLedgerAtRisk(settings)
    ? Effect.logWarning(
        "real money with an embedded database: set DATABASE_URL, so that the ledger outlives this machine"
      )
    : Effect.void
)

/** Asks the facilitator whether it serves our network. The process answers calls meanwhile. */
const facilitator = Effect.gen(function* () {
  const {
    payment: { chain, credentials }
  } = yield* Settings
  if (!(yield* serves({ url: chain.facilitatorUrl, network: chain.network, credentials }))) {
    yield* Effect.logError(
      `the facilitator ${chain.facilitatorUrl} does not settle scheme exact on ${chain.network}: no payment will be accepted`
    )
  }
}).pipe(
  Effect.catchAll((error) =>
    Effect.logWarning(
      `the facilitator could not be asked what it supports (${error._tag}); paid calls may answer 503`
    )
  )
)

const providers = Effect.flatMap(Settings, (settings) =>
  Effect.forEach(
    broken(settings.providers),
    ({ breach, remedy }) => Effect.logWarning(`a provider is used outside its terms: ${breach}: ${remedy}`),
    { discard: true }
  )
)

/** Runs all checks. Those that take time go on in the background. */
export const atStart = Effect.all([ledger, providers, Effect.forkDaemon(facilitator)], { discard: true })
