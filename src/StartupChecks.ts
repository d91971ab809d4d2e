/**
 * What an operator should know at the start: nothing here stops the process.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as list from "./Capabilities/index.ts"
import * as Supported from "./Payment/facilitator/Supported.ts"
import * as Assets from "./Resources/Assets.ts"
import { misspeltNames, Settings } from "./Settings.ts"

/** Whether a ledger lives and dies with one machine, where real money is taken. */
export const isLedgerAtRisk = ({ payment: { chain }, storage }: Settings["Type"]): boolean =>
  Assets.isMainnet(chain.network) && Option.isNone(storage.databaseUrl)

const ledger = Effect.flatMap(Settings, (settings) =>
  isLedgerAtRisk(settings)
    ? Effect.logWarning(
        "real money with an embedded database: set DATABASE_URL, so that the ledger outlives this machine"
      )
    : Effect.void
)

/** A facilitator, and the setting that names it. */
interface Named extends Supported.Place {
  readonly setting: string
}

/** Asks a facilitator whether it serves our network. */
const checkFacilitator = (place: Named, network: string) =>
  Supported.serves(place, network).pipe(
    Effect.flatMap((does) =>
      does
        ? Effect.void
        : Effect.logError(
            `${place.setting}: the facilitator ${place.url} does not settle scheme exact on ${network}: it will accept no payment; set one that does`
          )
    ),
    Effect.catchAll((error) =>
      Effect.logWarning(
        `${place.setting}: the facilitator ${place.url} could not be asked what it supports (${Supported.problemOf(error)}); paid calls may answer 503`
      )
    )
  )

/** Asks each facilitator, and stays connected to it until the scope ends. Calls are answered in the meantime. */
const facilitators = Effect.flatMap(Settings, ({ payment: { chain, credentials, fallback } }) =>
  Effect.forEach(
    [
      { setting: "X402_FACILITATOR_URL", url: chain.facilitatorUrl, credentials },
      ...Option.toArray(
        Option.map(fallback, (second) => ({ setting: "X402_FACILITATOR_FALLBACK_URL", ...second }))
      )
    ],
    (place) =>
      Effect.forkScoped(
        Effect.zipRight(checkFacilitator(place, chain.network), Supported.stayConnected(place))
      ),
    { discard: true }
  )
)

const providers = Effect.flatMap(Settings, (settings) =>
  Effect.forEach(
    list.providers.broken(settings.providers.each),
    ({ breach, remedy }) => Effect.logWarning(`a provider is used outside its terms: ${breach}: ${remedy}`),
    { discard: true }
  )
)

/** Names in the environment that look like settings and are none: told even when the start fails for want of one. */
export const spelling = Effect.flatMap(misspeltNames, (names) =>
  Effect.forEach(
    names,
    ({ name, nearest }) => Effect.logWarning(`${name} is no setting: is ${nearest} meant?`),
    { discard: true }
  )
)

/** All warnings of a start that succeeds; those that take time come later. */
export const atStart = Effect.all([ledger, providers, facilitators], { discard: true })
