import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import { testFile } from "../../scripts/mutants/TestFile.ts"

describe("a test file", () => {
  it.each([
    ["of the fast tier", "Mutants/Plant", "test/Mutants/Plant.test.ts"],
    ["of another tier", "Mutants/Mutants", "test/Mutants/Mutants.\\w+.test.ts"]
  ])("%s is known by a short name", (_, name, path) => {
    expect(Either.getOrThrow(testFile(name))).toMatch(new RegExp(`/${path}$`))
  })

  it("is not known by the name of several, of none, or by a part of its name", () => {
    expect(testFile("normalise")).toEqual(
      Either.left(expect.stringMatching(/^\d+ test files are called normalise$/))
    )
    expect(testFile("lant")).toEqual(Either.left("0 test files are called lant"))
    expect(testFile("Plant.test.ts")).toEqual(Either.left("0 test files are called Plant.test.ts"))
  })
})
