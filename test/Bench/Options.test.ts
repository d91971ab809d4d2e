import { expect, it } from "@effect/vitest"
import { Either, Option } from "effect"
import { describe } from "vitest"
import { type Options, parse } from "../../scripts/bench/Options.ts"
import { plan } from "../../scripts/bench/servers/Cores.ts"

const options = (line: string) => Either.getOrThrow(parse(line === "" ? [] : line.split(" ")))

describe("the command line", () => {
  const cases: ReadonlyArray<readonly [string, Partial<Options>]> = [
    [
      "",
      { mode: "full", isWhole: true, json: Option.some("bench/results.json"), soakSeconds: Option.none() }
    ],
    ["--quick", { mode: "quick", isWhole: true, json: Option.none() }],
    ["--quick --json out.json", { json: Option.some("out.json") }],
    ["--only health,paid-hit", { isWhole: false, scenarios: ["health", "paid-hit"], json: Option.none() }],
    ["--servers almanac,floor", { isWhole: false, servers: ["almanac", "floor"] }],
    ["--growth", { growth: Option.some(100_000) }],
    ["--growth 500 --soak", { growth: Option.some(500), soakSeconds: Option.some(600) }],
    ["--soak 30 --prof", { soakSeconds: Option.some(30), profile: true }],
    ["--from old.json", { from: Option.some("old.json"), json: Option.none() }]
  ]
  it.each(cases)("%s", (line, expected) => {
    expect(options(line)).toMatchObject(expected)
  })

  it("may say how much", () => {
    expect(options("--rounds 3 --seconds 0.25 --warmup 1").amount).toMatchObject({
      rounds: 3,
      roundSeconds: 0.25,
      warmupSeconds: 1
    })
  })

  it("measures as much as the targets ask for", () => {
    expect(options("").amount).toMatchObject({ connections: 32, flood: 5000, waiting: 1000 })
    expect(options("").amount.rounds).toBeGreaterThanOrEqual(5)
    expect(options("").amount.roundSeconds).toBeGreaterThanOrEqual(2)
    expect(options("").amount.warmupSeconds).toBeGreaterThanOrEqual(5)
  })

  const wrong = ["--fast", "--only helth", "--servers nginx", "--rounds 0", "--seconds no", "--json"]
  it.each(wrong)("is refused: %s", (line) => {
    expect(Either.isLeft(parse(line.split(" ")))).toBe(true)
  })
})

describe("cores", () => {
  const none = { server: undefined, load: undefined, stub: undefined }
  const cases: ReadonlyArray<readonly [number, boolean, object]> = [
    [1, true, none],
    [8, false, none],
    [2, true, { server: 1, load: 0, stub: 0 }],
    [8, true, { server: 7, load: 0, stub: 1 }]
  ]
  it.each(cases)("%d, binding %s", (cores, canBind, expected) => {
    expect(plan(cores, canBind)).toEqual(expected)
  })
})
