import { describe, expect, it } from "vitest"
import { subjectsOf } from "../../src/Composites/Subjects.ts"

describe("subjectsOf", () => {
  it.each([
    ["Mercury vs Venus", ["Mercury", "Venus"]],
    ["Mercury VS. Venus", ["Mercury", "Venus"]],
    ["Mercury versus Venus", ["Mercury", "Venus"]],
    ["Mercury\nvs\tVenus", ["Mercury", "Venus"]],
    ["Mercury vs Venus versus Mars vs. Earth", ["Mercury", "Venus", "Mars", "Earth"]],
    ["compare Mercury and Venus", ["Mercury", "Venus"]],
    ["Compare  Mercury , Venus", ["Mercury", "Venus"]],
    ["compare Mercury vs Venus", ["Mercury", "Venus"]],
    ["Mercury, Venus and Mars", ["Mercury", "Venus", "Mars"]],
    ["Mercury,Venus, and Mars", ["Mercury", "Venus", "Mars"]],
    ["Compare Mercury, Venus, Mars and Earth", ["Mercury", "Venus", "Mars", "Earth"]],
    ["东京 vs 大阪", ["东京", "大阪"]],
    ["C++ vs C#", ["C++", "C#"]],
    // "vs" splits before "and" does.
    ["Trinidad and Tobago vs Cuba", ["Trinidad and Tobago", "Cuba"]],
    // An "and" before the last comma does not split, nor one behind "and".
    ["Trinidad and Tobago, Cuba and Haiti", ["Trinidad and Tobago", "Cuba", "Haiti"]],
    ["compare research and development, and marketing", ["research and development", "marketing"]],
    ["Compare: Mercury and Venus", ["Mercury", "Venus"]],
    // As people ask for a comparison.
    ["compare Mercury with Venus", ["Mercury", "Venus"]],
    ["Compare Mercury to Venus", ["Mercury", "Venus"]],
    ["Mercury compared with Venus", ["Mercury", "Venus"]],
    ["Mercury, as compared to Venus", ["Mercury", "Venus"]],
    ["compare Trinidad and Tobago compared to Cuba", ["Trinidad and Tobago", "Cuba"]],
    ["What is the difference between Mercury and Venus?", ["Mercury", "Venus"]],
    ["Differences between Mercury, Venus and Mars", ["Mercury", "Venus", "Mars"]],
    ["the difference between Mercury", ["the difference between Mercury"]],
    // A list goes before "with" and "to", which may stand within a subject.
    ["compare people with asthma and people with diabetes", ["people with asthma", "people with diabetes"]],
    ["compare access to water and sanitation", ["access to water", "sanitation"]],
    ["Mercury to Venus", ["Mercury to Venus"]],
    // The same subject once, as it is first spelled.
    ["Mercury vs mercury vs Venus", ["Mercury", "Venus"]],
    ["Mercury vs mercury", ["Mercury"]],
    // What has no letter and no digit is no subject.
    ["Mercury vs !", ["Mercury"]],
    ["! vs ?", ["! vs ?"]],
    // All else is one subject.
    ["Mercury", ["Mercury"]],
    ["research and development", ["research and development"]],
    ["Paris, Texas", ["Paris, Texas"]],
    ["compare Mercury", ["Mercury"]],
    ["compare", ["compare"]],
    ["comparevenus and mars", ["comparevenus and mars"]],
    ["vs", ["vs"]],
    ["Mercury vs", ["Mercury vs"]],
    ["canvas versusology", ["canvas versusology"]],
    // Five are one.
    ["a vs b vs c vs d vs e", ["a vs b vs c vs d vs e"]],
    ["compare a, b, c, d and e", ["compare a, b, c, d and e"]]
  ])("%j", (query, expected) => {
    expect(subjectsOf(query)).toEqual(expected)
  })
})
