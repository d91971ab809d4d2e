/**
 * Who may ask the listener for operators: whatever else is right, each wrong thing alone is refused.
 */
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { mostBytes, refusal } from "../../src/Admin/Guard.ts"

const token = "0123456789abcdef0123456789abcdef"
const good = { host: "127.0.0.1:9403", authorization: `Bearer ${token}` }
const refuse = refusal(Redacted.make(token))

describe("the guard", () => {
  it.each([
    ["the address", {}],
    ["the name", { host: "localhost:9403" }],
    ["the other address", { host: "[::1]:9403" }],
    ["no port", { host: "LOCALHOST" }],
    ["a forwarded port", { host: "127.0.0.1:18000" }],
    ["a body", { "content-length": String(mostBytes) }]
  ])("lets through %s", (_, headers) => {
    expect(refuse({ ...good, ...headers })).toBeUndefined()
  })

  it.each([
    ["a name that leads here", { host: "attacker.example" }, 403],
    ["a name that begins like ours", { host: "127.0.0.1.attacker.example" }, 403],
    ["a name that ends like ours", { host: "attacker.localhost" }, 403],
    ["no host", { host: undefined }, 403],
    ["another address of this machine", { host: "127.0.0.2" }, 403],
    ["a page of this machine", { origin: "http://127.0.0.1:9403" }, 403],
    ["a page without an origin", { origin: "null" }, 403],
    ["a link in a page", { "sec-fetch-site": "none" }, 403],
    ["no token", { authorization: undefined }, 401],
    ["an empty token", { authorization: "Bearer " }, 401],
    ["the token alone", { authorization: token }, 401],
    ["a beginning of the token", { authorization: `Bearer ${token.slice(0, -1)}` }, 401],
    ["the token and more", { authorization: `Bearer ${token}0` }, 401],
    ["a token of the same length", { authorization: `Bearer ${token.replace("0", "1")}` }, 401],
    ["a body without a length", { "transfer-encoding": "chunked" }, 411],
    ["a large body", { "content-length": String(mostBytes + 1) }, 413]
  ] as const)("refuses %s", (_, headers, status) => {
    expect(refuse({ ...good, ...headers })?.[0]).toBe(status)
  })
})
