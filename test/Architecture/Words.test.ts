/**
 * Words that stay in their rooms, or that are gone: internals of fibres, and names of the private language of before.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { files, namesBelow, root } from "./Sources.ts"

describe("internals of fibres", () => {
  const names = [
    "withFiberRuntime",
    "getFiberRefs?",
    "addObserver",
    "removeObserver",
    "unsafe(?:InterruptAsFork|Update|Modify|Offer|Take|Done|Fork|CurrentTimeMillis|CurrentTimeNanos)",
    "(?:Deferred|Queue|Ref|FiberRef)\\.unsafe\\w+",
    "Runtime\\.make",
    "FiberRefs?\\.\\w+",
    "getCurrentFiber",
    "currentContext",
    "currentDefaultServices",
    "runtimeFlags"
  ]
  const internals = new RegExp(`\\b(?:${names.join("|")})\\b`, "g")

  /** The rooms that may use them. */
  const isDoor = (name: string) => /^(?:Runtime|Telemetry|Http\/client)\/|^Http\/FastPath/.test(name)

  /** Files with their uses today. To be removed. */
  const today: Readonly<Record<string, number>> = {
    "Http/AdmissionControl.ts": 2,
    "Http/RequestPipeline.ts": 8,
    "Http/Sales.ts": 2,
    "Http/StaticAnswers.ts": 3
  }

  it("are used behind one door", () => {
    const uses = files.map(({ code, name }) => [name, code.match(internals)?.length ?? 0] as const)
    expect(uses.filter(([name, count]) => isDoor(name) && count > 0).length).toBeGreaterThan(3)
    expect(
      Object.fromEntries(uses.filter(([name, count]) => !isDoor(name) && count > (today[name] ?? 0)))
    ).toEqual({})
  })
})

describe("words that are gone", () => {
  /** Names that meant something in this code alone. `Edge` and `Counter` have other senses beside a name of ours. */
  const gone = [
    "[Hh]indrances?",
    "Desk",
    "Doubtful",
    "Sought",
    "Judgements",
    "[Rr]epoint",
    "[Vv]itals",
    "[Bb]oarding",
    "Afterwards",
    "[Ss]hortWays",
    "[Ee]arlyAnswer",
    "[Oo]penPayments",
    "[Pp]aymentName",
    "[Cc]heckout",
    "Edge",
    "Catalogue",
    "Recall",
    "Notices",
    "Together"
  ]
  const word = new RegExp(`\\b(?:${gone.join("|")})\\b|almanac/Counter|\\./Counter\\.ts`, "g")

  /** Files in which they stand today. To be removed. */
  const today: ReadonlyArray<string> = [
    "scripts/bench/Challenges.ts",
    "scripts/bench/peers/ledger.js",
    "src/Api/Capability.ts",
    "src/Api/CapabilityRegistry.ts",
    "src/Api/Document.ts",
    "src/Capabilities/FxRates.ts",
    "src/Capabilities/GovernmentCensus.ts",
    "src/Capabilities/Repoint.ts",
    "src/Http/Failures.ts",
    "src/Payment/Attempt.ts",
    "src/Payment/Paywall.ts",
    "src/Payment/Purchase.ts",
    "src/Payment/ReserveRejection.ts",
    "src/Payment/challenge/Bazaar.ts",
    "src/Payment/challenge/Challenge.ts",
    "src/Payment/ledger/ReserveStatement.ts",
    "src/Payment/request/Quote.ts",
    "src/Program.ts",
    "src/Settings.ts",
    "test/Api/Derived.test.ts",
    "test/Api/Geocode.test.ts",
    "test/Charges/Charges.integration.test.ts",
    "test/Charges/Render.ts",
    "test/Http/EarlyAnswer.test.ts",
    "test/Http/Quote.test.ts",
    "test/Http/ShortWays.test.ts",
    "test/Process/Chaos.integration.test.ts",
    "test/Process/Start.integration.test.ts"
  ]

  const folders = ["src", "scripts", "test"]

  it("stand in no name, no comment and no file's name", () => {
    const found = folders.flatMap((folder) =>
      namesBelow(join(root, folder))
        .filter((name) => /\.[jt]s$/.test(name) && !name.includes("node_modules/"))
        .map((name) => `${folder}/${name}`)
        .filter((path) => path !== "test/Architecture/Words.test.ts")
        .flatMap((path) => {
          const words = `${path.replaceAll(/[/.]/g, " ")}\n${readFileSync(join(root, path), "utf8")}`.match(
            word
          )
          return words === null || today.includes(path) ? [] : [`${path}: ${[...new Set(words)].join(", ")}`]
        })
    )
    expect(found).toEqual([])
  })
})
