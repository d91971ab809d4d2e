/**
 * Which hosts a redirect may lead to: only public ones, never the network that the service itself runs in.
 */
import { lookup } from "node:dns/promises"
import { isIP } from "node:net"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import ipaddr from "ipaddr.js"

/** The resolver knows no address for a name. */
export class HostNotFound extends Data.TaggedError("HostNotFound") {}

/** Looks up all addresses of a name. */
export class HostLookup extends Context.Reference<HostLookup>()("almanac/HostLookup", {
  defaultValue:
    () =>
    (hostname: string): Effect.Effect<ReadonlyArray<string>, HostNotFound> =>
      Effect.tryPromise({
        try: () => lookup(hostname, { all: true }),
        catch: () => new HostNotFound()
      }).pipe(Effect.map((found) => found.map(({ address }) => address)))
}) {}

/**
 * The IPv6 block that IANA assigns public addresses from
 * (https://www.iana.org/assignments/ipv6-address-space). It excludes `::/96`, whose addresses embed IPv4 ones.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/**
 * Whether an IP address, v4 or v6, belongs to the public internet. Special-purpose addresses do not (RFC 6890). An
 * IPv4-mapped IPv6 address counts as its IPv4 address. Blocks that embed IPv4 addresses in another way (NAT64, 6to4,
 * Teredo) are not public.
 */
export const isPublicAddress = (address: string): boolean => {
  // The parser also reads "10.1" and "0x7f000001", which are names to the resolver.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.process(address)
  return parsed.range() === "unicast" && (parsed.kind() === "ipv4" || parsed.match(globalUnicast))
}

/**
 * Whether the host of a URL (`URL.hostname`) is public: the address itself, or every address that its name has now. A
 * name that changes its address between this lookup and the connection is not caught.
 */
export const isPublicHost = (hostname: string) => {
  const literal = hostname.replace(/^\[(.*)\]$/, "$1")
  if (isIP(literal) !== 0) return Effect.succeed(isPublicAddress(literal))
  if (/(^|\.)localhost\.?$/.test(hostname)) return Effect.succeed(false)
  return Effect.gen(function* () {
    const find = yield* HostLookup
    const addresses = yield* find(hostname)
    return addresses.length > 0 && addresses.every(isPublicAddress)
  })
}
