import { describe, expect, it } from "vitest"
import { withoutPages } from "../../src/Composites/SourceResults.ts"
import { entity } from "./Outcomes.ts"

describe("withoutPages", () => {
  it.each([
    "Wikimedia disambiguation page",
    "Wikimedia human name disambiguation page",
    "wikimedia category",
    "Wikimedia template",
    "Wikimedia list article",
    "Wikimedia list of persons by name",
    "Wikimedia project page",
    "Wikipedia article page",
    "Wikinews category",
    "Wikimedia module",
    "disambiguation page"
  ])("leaves out %j", (description) => {
    const thing = entity("Q2", "Mercury", "planet")
    expect(withoutPages({ results: [entity("Q1", "Mercury", description), thing] })).toEqual({
      results: [thing]
    })
  })

  it.each([
    null,
    "",
    "planet",
    "Wikimedia project",
    "free knowledge database hosted by Wikimedia and edited by volunteers",
    "list of the kings of Rome",
    "category of being",
    "page of a medieval book",
    "MediaWiki extension",
    "Wikipedia. Its first page was written in 2001"
  ])("keeps %j", (description) => {
    const results = [entity("Q1", "Mercury", description)]
    expect(withoutPages({ results })).toEqual({ results })
  })
})
