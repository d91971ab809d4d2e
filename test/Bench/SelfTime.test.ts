import { expect, it } from "@effect/vitest"
import { describe } from "vitest"
import { groupOf, selfTime } from "../../scripts/bench/report/SelfTime.ts"

const frame = (functionName: string, url: string) => ({ functionName, url, lineNumber: 0, columnNumber: 0 })
const unmapped = () => undefined

describe("the group of a frame", () => {
  const cases: ReadonlyArray<readonly [string, string, string]> = [
    ["run", "../node_modules/effect/src/internal/fiberRuntime.ts", "Effect runtime"],
    ["flatMap", "../node_modules/effect/src/internal/core.ts", "Effect runtime"],
    ["go", "../node_modules/effect/src/ParseResult.ts", "Effect Schema"],
    ["set", "../node_modules/effect/src/HashMap.ts", "Effect, other"],
    ["toHandled", "../node_modules/@effect/platform/src/HttpApp.ts", "Effect platform"],
    ["query", "../node_modules/pg/lib/client.js", "SQL and pg"],
    ["query", "../node_modules/@effect/sql-pg/src/PgClient.ts", "SQL and pg"],
    ["dispatch", "../node_modules/undici/lib/dispatcher/pool.js", "undici"],
    ["keccakP", "../node_modules/@noble/hashes/src/sha3.ts", "signatures and hashes"],
    ["recover", "wasm://wasm/secp256k1", "signatures and hashes"],
    ["get", "../node_modules/lru-cache/src/index.ts", "other packages"],
    ["judge", "../src/Payment/Gate.ts", "Almanac"],
    ["onread", "node:net", "node"],
    ["toString", "node:buffer", "node"],
    ["(garbage collector)", "", "garbage collection"],
    ["writev", "", "native code"]
  ]
  it.each(cases)("%s in %s: %s", (name, source, group) => {
    expect(groupOf(frame(name, source), unmapped)).toBe(group)
  })
})

it("a frame of the bundle counts where its source is", () => {
  const inBundle = frame("go", "file:///srv/dist/almanac.cjs")
  expect(groupOf(inBundle, () => "../node_modules/effect/src/ParseResult.ts")).toBe("Effect Schema")
  expect(groupOf(inBundle, unmapped)).toBe("other")
})

it("counts the time of each sample for its own frame, and no idle time", () => {
  const profile = {
    nodes: [
      { id: 1, callFrame: frame("(idle)", "") },
      { id: 2, callFrame: frame("a", "file:///srv/dist/almanac.cjs") },
      { id: 3, callFrame: frame("b", "node:net") }
    ],
    samples: [1, 2, 3, 2],
    timeDeltas: [1000, 10, 20, 50]
  }
  const shares = selfTime(profile, ({ functionName }) =>
    functionName === "a" ? "../src/main.ts" : undefined
  )
  expect(shares).toEqual([
    { group: "Almanac", share: 0.75 },
    { group: "node", share: 0.25 }
  ])
})
