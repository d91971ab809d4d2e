import { describe, expect, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { HostLookup, isPublicAddress, isPublicHost } from "../../src/Providers/client/PublicAddress.ts"
import { redirectTarget } from "../../src/Providers/client/RedirectTarget.ts"

const from = new URL("https://api.example/v1/latest?base=EUR&key=k3y")
const secrets = { key: Redacted.make("k3y") }
const target = (location: string, base = from) =>
  Option.getOrUndefined(Option.map(redirectTarget(base, location, secrets), ({ href }) => href))

describe("redirectTarget", () => {
  it.each([
    ["/v2", "https://api.example/v2?key=k3y"],
    ["/v2?id=1&key=old", "https://api.example/v2?id=1&key=k3y"],
    ["?id=1", "https://api.example/v1/latest?id=1&key=k3y"],
    ["https://api.example:443/v2", "https://api.example/v2?key=k3y"],
    ["//new.example/v2", "https://new.example/v2"],
    ["https://new.example/v2?key=k3y&id=1", "https://new.example/v2?id=1"],
    ["https://new.example/v2?apikey=k3y&id=1", "https://new.example/v2?id=1"],
    ["https://api.example:8443/v2?key=k3y", "https://api.example:8443/v2"],
    ["https://user:password@new.example/v2#part", "https://new.example/v2"],
    ["https://new.example/a%2Fb?q=c+d", "https://new.example/a%2Fb?q=c+d"]
  ])("follows %s", (location, expected) => {
    expect(target(location)).toBe(expected)
  })

  it.each([
    "http://api.example/v1/latest",
    "http://new.example/",
    "ftp://api.example/",
    "data:application/json,{}",
    "file:///etc/passwd",
    "https://",
    "https://a b/"
  ])("does not follow %s", (location) => {
    expect(target(location)).toBeUndefined()
  })

  it("follows to a stronger scheme, which is another origin", () => {
    const plain = new URL("http://api.example/v1?key=k3y")
    expect(target("https://api.example/v1?key=k3y", plain)).toBe("https://api.example/v1")
  })
})

describe("isPublicAddress", () => {
  it.each([
    "93.184.215.14",
    "172.15.0.1",
    "172.32.0.1",
    "100.63.255.255",
    "100.128.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2606:2800:21f:cb07:6820:80da:af6b:8b2c",
    "2001:4860:4860::8888",
    "3ffe::1",
    "::ffff:8.8.8.8",
    "::ffff:808:808"
  ])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:7f00:1",
    "64:ff9b::a00:1",
    "2002:7f00:1::",
    "fd12:3456::1",
    "fe80::1",
    "ff02::1",
    // Unspecified, "this network" and broadcast.
    "0.255.255.255",
    "::ffff:0.0.0.0",
    "::ffff:255.255.255.255",
    // Private, link-local and loopback, mapped.
    "::ffff:172.16.0.1",
    "::ffff:169.254.169.254",
    "::ffff:127.0.0.1",
    // Carrier-grade NAT.
    "100.127.255.255",
    "::ffff:100.64.0.1",
    // NAT64, well-known and local.
    "64:ff9b::127.0.0.1",
    "64:ff9b::8.8.8.8",
    "64:ff9b:1::a00:1",
    // 6to4 and Teredo.
    "2002:a00:1::1",
    "2001:0:7f00:1::",
    "192.88.99.1",
    // Benchmarking.
    "198.19.255.255",
    "2001:2::1",
    // Documentation.
    "192.0.2.1",
    "198.51.100.1",
    "203.0.113.1",
    "2001:db8::1",
    "3fff::1",
    // Protocol assignments, discard, site-local, unassigned.
    "192.0.0.1",
    "2001:1ff:ffff::1",
    "100::1",
    "fec0::1",
    "fc00::1",
    "4000::1",
    // Multicast and reserved.
    "239.255.255.255",
    "240.0.0.1",
    "ff0e::1",
    "::ffff:224.0.0.1",
    // A zone changes nothing.
    "fe80::1%eth0",
    // No addresses in the form of `URL.hostname`, though some resolvers read them.
    "10.1",
    "0x7f000001",
    "2130706433",
    "0177.0.0.1",
    "8.8.8.8/32",
    "localhost",
    ""
  ])("%j is not", (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe("isPublicHost", () => {
  const isPublic = (url: string, addresses: ReadonlyArray<string>) =>
    isPublicHost(new URL(url).hostname).pipe(
      Effect.provideService(HostLookup, () => Effect.succeed(addresses))
    )

  it.effect.each([
    ["http://93.184.215.14/", ["10.0.0.1"], true],
    ["http://[2606:4700::1111]/", [], true],
    ["http://api.example/", ["93.184.215.14", "2606:4700::1111"], true],
    ["http://api.example/", ["93.184.215.14", "192.168.0.1"], false],
    ["http://api.example/", [], false],
    ["http://localhost/", ["93.184.215.14"], false],
    ["http://LOCALHOST./", ["93.184.215.14"], false],
    ["http://a.localhost/", ["93.184.215.14"], false],
    ["http://2130706433/", ["93.184.215.14"], false],
    ["http://0x7f.1/", ["93.184.215.14"], false],
    ["http://127.1./", ["93.184.215.14"], false],
    ["http://[::1]/", ["93.184.215.14"], false],
    ["http://[::ffff:192.168.0.1]/", ["93.184.215.14"], false]
  ] as const)("%s", ([url, addresses, expected]) =>
    Effect.gen(function* () {
      expect(yield* isPublic(url, addresses)).toBe(expected)
    })
  )
})
