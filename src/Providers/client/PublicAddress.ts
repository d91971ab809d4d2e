/**
 * Which hosts a redirect may lead to: never into the network that the service itself runs in.
 */
import { lookup } from "node:dns/promises"
import { BlockList, isIP } from "node:net"
import { Context, Data, Effect } from "effect"

/** A name without an address, as far as the resolver knows. */
export class HostNotFound extends Data.TaggedError("HostNotFound") {}

/** Every address that a name stands for. */
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
 * The special-purpose addresses of the IANA registries (RFC 6890). IPv4 rules hold for mapped IPv6 addresses
 * too; blocks that embed IPv4 addresses in another way (NAT64, 6to4, Teredo) are left out altogether.
 */
const special = new BlockList()
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4]
] as const) {
  special.addSubnet(network, prefix, "ipv4")
}
for (const [network, prefix] of [
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8]
] as const) {
  special.addSubnet(network, prefix, "ipv6")
}

/** Whether an IP address, v4 or v6, belongs to the public internet. */
export const isPublicAddress = (address: string): boolean => {
  const version = isIP(address)
  return version !== 0 && !special.check(address, version === 4 ? "ipv4" : "ipv6")
}

/**
 * Whether the host of a URL (`URL.hostname`) is public: the address itself, or every address that its name
 * stands for now. A name that changes its address between this look and the connection is not caught.
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
