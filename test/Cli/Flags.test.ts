/**
 * Requests as a shell writes them.
 */
import { execFileSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { commands } from "../../src/Cli/Commands.ts"
import { read } from "../../src/Cli/input/Arguments.ts"
import { flagsOf, formsOf, hyphenated } from "../../src/Cli/input/Fields.ts"
import { flagsFor, requestOf } from "../../src/Cli/input/Flags.ts"
import { capabilityNamed } from "../../src/Cli/input/Named.ts"
import { everywhere } from "../../src/Cli/settings/Options.ts"
import { UsageError } from "../../src/Cli/Usage.ts"
import { capabilities } from "../../src/Client/generated/capabilities.ts"

const call = commands.find(({ name }) => name === "call")
const options = { ...call?.options, ...everywhere }

const requestFrom = (id: string, args: ReadonlyArray<string>) => {
  const { inputSchema } = capabilityNamed(id)
  return requestOf(inputSchema, read(args, options, flagsOf(formsOf(inputSchema))).written)
}

const words = (line: string) => line.split(" ").filter((word) => word !== "")

describe("flags", () => {
  it.each(capabilities)("say the example of $id, as its help writes it", ({ example, id, inputSchema }) => {
    const line = flagsFor(inputSchema, example)
    const script = `printf '%s\\0' ${line}`
    const args = execFileSync("bash", ["-c", script], { encoding: "utf8" }).split("\0").slice(0, -1)
    expect(requestFrom(id, args)).toEqual(example)
  })

  it.each(capabilities)("of $id are no options of the command, in both spellings", ({ inputSchema }) => {
    const flags = [...flagsOf(formsOf(inputSchema)).keys()]
    expect(flags.length).toBeGreaterThan(0)
    expect([...flags, ...flags.map(hyphenated)].filter((flag) => flag in options)).toEqual([])
  })

  it.each([
    ["fx.rates", "--base EUR --currencies USD,GBP", { base: "EUR", currencies: ["USD", "GBP"] }],
    ["fx.rates", "--currencies USD --base=EUR --currencies GBP", { base: "EUR", currencies: ["USD", "GBP"] }],
    ["fx.rates", '--currencies ["USD"]', { currencies: ["USD"] }],
    ["fx.rates", "", {}],
    ["weather", "--latitude -33.9 --longitude -.5", { latitude: -33.9, longitude: -0.5 }],
    ["weather", "--latitude +1e1 --days 3", { latitude: 10, days: 3 }],
    ["geocode", "--query Berlin", { mode: "forward", query: "Berlin" }],
    ["geocode", "--latitude 1 --longitude -2", { mode: "reverse", latitude: 1, longitude: -2 }],
    ["geocode", "--mode forward --query Berlin --limit 2", { mode: "forward", query: "Berlin", limit: 2 }],
    ["geocode", "--mode reverse", { mode: "reverse" }],
    ["geocode", "--limit 3", { mode: "forward", limit: 3 }],
    ["information.verify", "--claim x --source-types news", { claim: "x", sourceTypes: ["news"] }],
    ["information.verify", "--claim x --sourceTypes news", { claim: "x", sourceTypes: ["news"] }],
    ["government.census", "--forGeography state:06,36", { forGeography: "state:06,36" }],
    [
      "research",
      "--query x --government.dataset acs/acs1 --government.year 2019 --government.variables NAME",
      { query: "x", government: { dataset: "acs/acs1", year: 2019, variables: ["NAME"] } }
    ],
    [
      "research",
      "--query x --government.for-geography us:1",
      { query: "x", government: { forGeography: "us:1" } }
    ]
  ])("%s %s", (id, line, expected) => {
    expect(requestFrom(id, words(line))).toEqual(expected)
  })

  it.each([
    ["fx.rates", "--bse EUR", /no option "--bse"/, /did you mean --base/],
    ["fx.rates", "--base", /--base needs a value/],
    ["fx.rates", "--base=", /--base needs a value/],
    ["fx.rates", "--base --currencies USD", /--base needs a value/],
    ["fx.rates", "--base EUR --base USD", /--base stands there 2 times/],
    ["weather", "--latitude north", /--latitude must be a number, not "north"/],
    ["weather", "--latitude 0x10", /--latitude must be a number/],
    ["fx.rates", "--currencies [USD]", /--currencies must be JSON/],
    ["geocode", "", /not clear/, /--mode forward or --mode reverse/],
    ["geocode", "--mode sideways", /not clear/],
    ["fx.rates", "--yes=no", /--yes takes no value/],
    ["fx.rates", "--max 1 --max 2", /--max stands there twice/],
    ["fx.rates", "-x", /no option "-x"/]
  ])("%s %s is refused", (id, line, message, hint = /^/) => {
    const refused = () => requestFrom(id, words(line))
    expect(refused).toThrow(UsageError)
    expect(refused).toThrow(message)
    try {
      refused()
    } catch (error) {
      expect(Object(error).hint ?? "").toMatch(hint)
    }
  })
})
