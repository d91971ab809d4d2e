/**
 * The x402 challenge of each capability: the price, the payee, the chain. Built once from the Api and the settings, so
 * that a call without payment needs no facilitator, database or cache.
 */
import { isIP } from "node:net"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type RegisteredCapability, registeredCapabilities } from "../../Api/CapabilityRegistry.ts"
import { PaymentMissing } from "../../Api/Failure.ts"
import type { PaymentRequired, PaymentRequirements } from "../../Resources/X402.ts"
import { lazy } from "../../Runtime/Lazy.ts"
import { networkName, type Price, Settings } from "../../Settings.ts"
import * as IdempotencyKey from "../request/IdempotencyKey.ts"
import { discovery } from "./Bazaar.ts"

/** Seconds for the buyer to sign and for us to deliver: room for a hardware wallet and a slow composite. */
const maxTimeoutSeconds = 300

/** The payment requirements. `amount` in atomic units of the chain's asset. */
export const requirementsOf = (
  chain: Settings["Type"]["payment"]["chain"],
  payTo: string,
  amount: string
): PaymentRequirements => ({
  scheme: "exact",
  network: chain.network,
  amount,
  asset: chain.asset.address,
  payTo,
  maxTimeoutSeconds,
  extra: { name: chain.asset.name, version: chain.asset.version }
})

/** The challenge of one capability. */
export interface Challenge {
  readonly offer: RegisteredCapability
  readonly price: Price
  /** The path that a payment's resource must have, where the payment names one; `None` for a tool of `/mcp`. */
  readonly resourcePath: Option.Option<string>
  readonly requirements: PaymentRequirements
  /** The challenge with the reason for the refusal. */
  readonly because: (reason: string) => PaymentRequired
  /** The failure of a call without payment. One object for all calls, so that it costs nothing. */
  readonly missing: PaymentMissing
  /** The same for a call with a header of protocol version 1. */
  readonly outdated: PaymentMissing
}

/** The price in words, for whoever reads the answer without a client. */
const paymentMissing = (price: string, network: string) =>
  `Payment is required: this call costs ${price} USDC on ${network}. See the header PAYMENT-REQUIRED.`
const paymentOutdated = (price: string, network: string) =>
  `The header X-PAYMENT of protocol version 1 is ignored: send PAYMENT-SIGNATURE. This call costs ${price} USDC on ` +
  `${network} (see PAYMENT-REQUIRED).`

/** Whether indexes can fetch from a URL, as the extension `bazaar` wants it of an icon: https, and a name, no address. */
const isPublic = (url: string): boolean => {
  const { hostname, protocol } = new URL(url)
  return protocol === "https:" && hostname.includes(".") && isIP(hostname) === 0
}

/** The challenges of all capabilities, by path. */
export class Challenges extends Context.Tag("almanac/Challenges")<
  Challenges,
  {
    readonly byPath: ReadonlyMap<string, Challenge>
    /** The challenge of a paid endpoint's path; throws for any other. */
    readonly unsafeOf: (path: string) => Challenge
  }
>() {
  static readonly layer = Layer.effect(
    Challenges,
    Effect.map(Settings, (settings) => {
      const { listen, payment } = settings
      const { chain, payTo, prices } = payment
      const network = `${networkName(settings)} (${chain.network})`
      const challenges = registeredCapabilities.map((offer): Challenge => {
        const price = prices[offer.facts.id] ?? unreachable(`no price for ${offer.facts.id}`)
        const requirements = requirementsOf(chain, payTo, price.atomic.toString())
        const url = `${listen.publicUrl}${offer.path}`
        const because = (error: string): PaymentRequired => ({
          x402Version: 2,
          error,
          resource: {
            url,
            description: offer.facts.description,
            mimeType: "application/json",
            serviceName: "Almanac",
            tags: [offer.facts.category],
            ...(isPublic(listen.publicUrl) ? { iconUrl: `${listen.publicUrl}/icon.svg` } : {})
          },
          accepts: [requirements],
          extensions: { bazaar: discovery(offer), [IdempotencyKey.extension]: IdempotencyKey.declaration }
        })
        /** Made when it is first asked for. Until its stack is written, it would keep the request and its connection. */
        const refusal = (message: string) =>
          lazy(() => {
            const made = new PaymentMissing({ message, challenge: because("Payment required") })
            void made.stack
            return made
          })
        const withoutPayment = refusal(paymentMissing(price.amount, network))
        const withOldHeader = refusal(paymentOutdated(price.amount, network))
        return {
          offer,
          price,
          resourcePath: Option.some(new URL(url).pathname),
          requirements,
          because,
          get missing() {
            return withoutPayment()
          },
          get outdated() {
            return withOldHeader()
          }
        }
      })
      const byPath = new Map(challenges.map((challenge) => [challenge.offer.path, challenge]))
      return {
        byPath,
        unsafeOf: (path) => byPath.get(path) ?? unreachable(`no challenge for ${path}`)
      }
    })
  )
}

const unreachable = (message: string): never => {
  throw new Error(message)
}
