/** The planted faults as they are written down: that each can be planted. `Mutants.proof.test.ts` plants them. */
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import { killed } from "../../scripts/mutants/faults/Killed.ts"
import { own, proved } from "../../scripts/mutants/faults/Proved.ts"
import type { Edit } from "../../scripts/mutants/Mutant.ts"
import { mutants } from "../../scripts/mutants/mutants.ts"
import { plant } from "../../scripts/mutants/Plant.ts"
import { place, renderInto } from "../../scripts/mutants/Render.ts"
import * as Sources from "../../scripts/mutants/Sources.ts"
import { testFile } from "../../scripts/mutants/TestFile.ts"
import { hurry } from "../../scripts/prove/kills/Build.ts"
import { killPoints } from "../../scripts/prove/kills/KillPoint.ts"
import { rules } from "../../scripts/prove/rules/Rules.ts"

const sources = Sources.read(".")

const faults = [...mutants, ...killed.map(({ edit, ...fault }) => ({ ...fault, edits: [edit] })), ...own]

/** What is wrong with faults, each under its name. */
const problems = <A>(
  all: ReadonlyArray<A & { readonly name: string }>,
  of: (fault: A) => string | undefined
) =>
  all.flatMap((fault) => {
    const problem = of(fault)
    return problem === undefined ? [] : [`${fault.name}: ${problem}`]
  })

describe("planted faults", () => {
  it("have names of their own", () => {
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length)
  })

  it("are all found by the histories that are to find them", () => {
    expect(proved.length).toBe(own.length + 6)
  })

  it("are planted in one place each, which is still there", () => {
    const all = [...faults, { name: "what the kills change in every process", edits: [hurry] }]
    expect(
      problems(all, ({ edits }) =>
        Either.match(plant(edits, sources), { onLeft: ({ message }) => message, onRight: () => undefined })
      )
    ).toEqual([])
  })

  it("import only what is there", () => {
    const missing = (edits: ReadonlyArray<Edit>) =>
      [...Either.getOrElse(plant(edits, sources), () => new Map<string, string>())].flatMap(([file, code]) =>
        [...code.matchAll(/\bimport\("(\.[^"]+)"\)/g)]
          .map(([, path = ""]) => join(dirname(file), path))
          .filter((path) => !existsSync(path))
      )
    expect(problems(faults, ({ edits }) => missing(edits)[0])).toEqual([])
  })

  it("name what the sources declare, where a rule is from there", () => {
    expect(
      problems(faults, ({ source }) =>
        [...source.matchAll(/`([^`]+)`/g)]
          .map(([, name = ""]) => name)
          .find((name) => Sources.called(sources, name).length === 0)
      )
    ).toEqual([])
  })

  it("have a test file each", () => {
    expect(
      problems(mutants, ({ killedBy }) =>
        Either.match(testFile(killedBy.file), { onLeft: (problem) => problem, onRight: () => undefined })
      )
    ).toEqual([])
  })

  it("show at a point of the kills and against a rule of the proof that are there", () => {
    expect(killPoints.map(({ name }) => name)).toEqual(
      expect.arrayContaining(killed.map(({ point }) => point))
    )
    const broken = [...killed.map(({ breaks }) => breaks), ...proved.flatMap(({ breaks }) => breaks)]
    expect(Object.keys(rules)).toEqual(expect.arrayContaining(broken))
  })

  it("are in docs/money.md as npm run mutants writes them", () => {
    const page = readFileSync(place.page, "utf8")
    expect(renderInto(page)).toEqual(Either.right(page))
  })
})
