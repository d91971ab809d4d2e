import { describe, expect, it } from "@effect/vitest"
import { nearest } from "../../src/Text/Distance.ts"

const fields = ["query", "limit", "sourceTypes", "maxSources"]

describe("the name that was meant", () => {
  it.each([
    ["querry", "query"],
    ["Query", "query"],
    ["qurey", "query"],
    ["limits", "limit"],
    ["sources", "maxSources"],
    ["source_types", "sourceTypes"],
    ["maxsource", "maxSources"],
    ["timespan", undefined],
    ["q", undefined],
    ["", undefined],
    ["x".repeat(65), undefined]
  ])("%j is %j", (name, meant) => {
    expect(nearest(name, fields)).toBe(meant)
  })
})
