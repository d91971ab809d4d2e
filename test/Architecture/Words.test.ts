/**
 * Words that stay in their rooms, or that are gone: internals of fibres, and names of the private language of before.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { pages, textOf } from "../support/Pages.ts"
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
  const today: Readonly<Record<string, number>> = {}

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
  const today: ReadonlyArray<string> = []

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

describe("words that a reader must look up in our code", () => {
  const word =
    /\b(?:gates?|counters?|rooms?|doors?|purses?|given away|gives? away|hindrances?|boarding|desks?|kitchens?|shops?|tills?)\b/gi

  /** Tables that programs write: they name steps and tests. */
  const written = /^<!-- (?:run|mutants|bench: begin) -->[\s\S]*?^<!-- (?:\/run|\/mutants|bench: end) -->$/gm

  it.each(pages)("are not in %s", (page) => {
    expect(textOf(page).replaceAll(written, "").match(word)).toBeNull()
  })
})

describe("papers that are not in the repository", () => {
  /** Whoever reads the code does not have them: the code states the rule itself. */
  const cited =
    /\bdecisions(?:\.md|,? section|, (?:payment|HTTP|providers|composites|compare|verify|single|settings))|\bSource: (?:decisions|contract)|\bproject's (?:verification )?method\b|\b[Dd]ossiers?\b/

  it("are cited nowhere", () => {
    const found = ["src", "scripts", "test"].flatMap((folder) =>
      namesBelow(join(root, folder))
        .filter((name) => /\.[jt]s$/.test(name) && !name.includes("node_modules/"))
        .map((name) => `${folder}/${name}`)
        .filter((path) => path !== "test/Architecture/Words.test.ts")
        .filter((path) => cited.test(readFileSync(join(root, path), "utf8").replace(/\s+\*?\s*/g, " ")))
    )
    expect(found).toEqual([])
  })
})
