/**
 * The chain, its token, who settles on it and who is paid.
 */
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Assets from "../Resources/Assets.ts"
import { isSame, zeroAddress } from "./Address.ts"
import { Credentials } from "./Credentials.ts"
import * as Read from "./Reader.ts"

/** The CAIP-2 chain. */
export const network = Read.withDefault(
  Read.matching("X402_NETWORK", /^eip155:[1-9]\d{0,15}$/, "must be a CAIP-2 chain such as eip155:8453"),
  Assets.baseSepolia
)

const assetAddress = Read.address("X402_ASSET")

const facilitatorUrl = Read.withDefault(Read.url("X402_FACILITATOR_URL"), "https://x402.org/facilitator")

const fallbackUrl = Read.url("X402_FACILITATOR_FALLBACK_URL")
const fallbackToken = Read.key("X402_FACILITATOR_FALLBACK_TOKEN")

/** The token of the chain: known ones by the chain, others by their settings. */
const asset = Config.all({
  network,
  address: assetAddress,
  name: Read.text("X402_ASSET_NAME"),
  version: Read.text("X402_ASSET_VERSION")
}).pipe(
  Config.mapOrFail(({ network, ...overrides }) => {
    const known = Option.fromNullable(Assets.byNetwork(network))
    return Either.fromOption(
      Option.all({
        address: Option.orElse(overrides.address, () => Option.map(known, ({ address }) => address)),
        name: Option.orElse(overrides.name, () => Option.map(known, ({ name }) => name)),
        version: Option.orElse(overrides.version, () => Option.map(known, ({ version }) => version))
      }),
      () =>
        ConfigError.InvalidData(
          ["X402_NETWORK"],
          "is no chain whose USDC is known: set X402_ASSET, X402_ASSET_NAME and X402_ASSET_VERSION too"
        )
    )
  })
)

const isTestFacilitator = (url: string) => /(?:^|\.)x402\.org\.?$/.test(new URL(url).hostname)

/** The chain with its token and its facilitator. */
export const chain = Read.held(Config.all({ network, asset, facilitatorUrl }), [
  Read.rule("X402_FACILITATOR_URL", Config.all({ network, facilitatorUrl }), ({ network, facilitatorUrl }) =>
    Assets.isMainnet(network) && isTestFacilitator(facilitatorUrl)
      ? `https://x402.org/facilitator serves testnets only: set one that settles on ${network}`
      : undefined
  )
])

/** A second facilitator, which verifies while the first does not answer, and its token. */
export const fallback = Read.held(Config.all({ url: fallbackUrl, token: fallbackToken }), [
  Read.rule(
    "X402_FACILITATOR_FALLBACK_URL",
    Config.all({ network, first: facilitatorUrl, url: fallbackUrl }),
    ({ first, network, url }) => {
      if (Option.isNone(url)) return undefined
      if (url.value === first) return "is the first facilitator itself"
      return Assets.isMainnet(network) && isTestFacilitator(url.value)
        ? `https://x402.org/facilitator serves testnets only: set one that settles on ${network}`
        : undefined
    }
  ),
  Read.rule(
    "X402_FACILITATOR_FALLBACK_TOKEN",
    Config.all({ url: fallbackUrl, hasToken: Read.isSet("X402_FACILITATOR_FALLBACK_TOKEN") }),
    ({ hasToken, url }) =>
      hasToken && Option.isNone(url) ? "is for X402_FACILITATOR_FALLBACK_URL, which is not set" : undefined
  )
]).pipe(
  Config.map(({ token, url }) =>
    Option.map(url, (url) => ({
      url,
      credentials: Option.match(token, {
        onNone: () => Credentials.None(),
        onSome: (token) => Credentials.Bearer({ token })
      })
    }))
  )
)

const payee = Read.address("X402_PAY_TO")

const noPayee = "is required: the address that receives the payments"

/** The token of a chain, as far as it is known by the chain or by its own setting. */
const tokenOf = (network: string, own: Option.Option<string>) =>
  Option.orElse(own, () =>
    Option.map(Option.fromNullable(Assets.byNetwork(network)), ({ address }) => address)
  )

/** The address that receives the payments: nobody's and the token's own would lose them. */
export const payTo = Read.held(Read.required("X402_PAY_TO", payee, noPayee), [
  Read.rule("X402_PAY_TO", payee, (payee) =>
    Option.contains(payee, zeroAddress) ? "is the zero address: payments to it are lost" : undefined
  ),
  Read.rule(
    "X402_PAY_TO",
    Config.all({ payee, network, assetAddress }),
    ({ payee, network, assetAddress }) =>
      Option.exists(Option.all([payee, tokenOf(network, assetAddress)]), ([payee, token]) =>
        isSame(payee, token)
      )
        ? "is the token's own address: payments to it are lost"
        : undefined
  )
])
