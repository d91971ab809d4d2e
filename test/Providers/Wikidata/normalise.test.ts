import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck, Schema } from "effect"
import type { ProviderBadResponse } from "../../../src/Providers/Errors.ts"
import type { EntityIndexRecord } from "../../../src/Providers/ports/EntityIndex.ts"
import { normaliseFullText, normalisePrefix } from "../../../src/Providers/Wikidata/normalise.ts"
import { FullTextReply, PrefixReply } from "../../../src/Providers/Wikidata/schema.ts"
import { attila, byEntityId, displayEntries, universe } from "./fixtures.ts"

const limit = 20

/** One line an entity: identifier, name, description. */
const lines = (record: Either.Either<EntityIndexRecord, ProviderBadResponse>): unknown =>
  Either.match(record, {
    onLeft: ({ _tag, reason }) => `${_tag}: ${reason}`,
    onRight: ({ results }) => results.map(({ id, name, description }) => [id, name, description])
  })

const entriesOf = (body: string): ReadonlyArray<unknown> => JSON.parse(body).search

const prefix = (...entries: ReadonlyArray<unknown>) => lines(normalisePrefix({ limit }, entries))
const fullText = (...entries: ReadonlyArray<unknown>) => lines(normaliseFullText({ limit }, entries))

const match = { type: "label", language: "en", text: "universe" }

describe("normalisePrefix: recorded replies", () => {
  it("entries without a description, and without `display`; the provider's own pages stay", () => {
    expect(prefix(...entriesOf(attila))).toEqual([
      ["Q36724", "Attila the Hun", "King of the Hunnic Empire"],
      ["Q17987270", "Attila the Hun", "Wikimedia disambiguation page"],
      ["Q4818461", "Attila the Hun", null],
      ["Q4818464", "Attila the Hun", "Calypsonian"],
      ["Q4818462", "Attila the Hun in popular culture", null]
    ])
  })

  it("a page with more to come; the URL is ours, not the protocol-relative one", () => {
    expect(normalisePrefix({ limit: 1 }, entriesOf(universe))).toEqual(
      Either.right({
        results: [
          {
            id: "Q1",
            name: "universe",
            description: "totality consisting of space, time, matter and energy",
            url: "https://www.wikidata.org/wiki/Q1",
            source: "wikidata"
          }
        ]
      })
    )
  })

  it("a match of the identifier, which has no language", () => {
    expect(prefix(...entriesOf(byEntityId))).toEqual([
      ["Q192465", "Chick Corea", "American jazz and fusion pianist, keyboardist, and composer"]
    ])
  })

  it("entries with `display`, matched by alias", () => {
    expect(prefix(...JSON.parse(displayEntries))).toEqual([
      [
        "Q84263196",
        "COVID-19",
        "respiratory syndrome and infectious disease in humans, caused by SARS coronavirus 2"
      ],
      ["Q82069695", "SARS-CoV-2", "virus that causes COVID-19"],
      ["Q4847210", "Project:Wikidata", "Wikimedia help page about Wikidata"],
      ["Q18507561", "Wikidata: A Free Collaborative Knowledgebase", "scholarly article"]
    ])
  })
})

describe("normalisePrefix", () => {
  it.each<readonly [name: string, entry: object, line: unknown]>([
    [
      "klacointe/wikidata-client #35: a label for all languages alone",
      {
        id: "Q1",
        display: { label: { value: "Ada", language: "mul" } },
        match: { type: "alias", text: "A." }
      },
      ["Q1", "Ada", null]
    ],
    [
      "netwerk-digitaal-erfgoed/network-of-terms #1884: no label at all, the alias that matched",
      { id: "Q1", display: {}, match: { type: "alias", language: "mul", text: "Ada L." } },
      ["Q1", "Ada L.", null]
    ],
    [
      "EdwardBetts/osm-wikidata #528: neither label nor description",
      { id: "Q1", match },
      ["Q1", "universe", null]
    ],
    ["inception-project/inception #473: nothing but the identifier", { id: "Q1" }, ["Q1", "Q1", null]],
    [
      "lisongx/wikidata-elements #10, EqualStreetNames/equalstreetnames #32: no label in Serbian, the fallback's",
      {
        id: "Q1",
        label: "universe",
        display: { label: { value: "universe", language: "en" } },
        match: { type: "label", language: "sr", text: "svemir" }
      },
      ["Q1", "universe", null]
    ],
    ["a label before the matched alias", { id: "Q1", label: "cosmos", match }, ["Q1", "cosmos", null]],
    [
      "the description of `display`",
      { id: "Q1", label: "a", display: { description: { value: "b", language: "de" } } },
      ["Q1", "a", "b"]
    ],
    [
      "a description before that of `display`",
      { id: "Q1", description: "b", display: { description: { value: "c" } } },
      ["Q1", "Q1", "b"]
    ],
    ["`display` as PHP writes an empty map", { id: "Q1", label: "a", display: [] }, ["Q1", "a", null]],
    [
      "null for everything",
      { id: "Q1", label: null, description: null, display: null, match: null },
      ["Q1", "Q1", null]
    ],
    [
      "terms that are null",
      { id: "Q1", display: { label: null, description: null }, match },
      ["Q1", "universe", null]
    ],
    [
      "blank texts",
      { id: "Q1", label: " ", description: "\n", display: { label: { value: "" } }, match },
      ["Q1", "universe", null]
    ],
    ["blanks around texts", { id: "Q1", label: " a ", description: " b\n" }, ["Q1", "a", "b"]],
    ["texts that are none", { id: "Q1", label: 5, description: ["b"], match }, ["Q1", "universe", null]],
    [
      "a matched description is no name",
      { id: "Q1", match: { type: "description", text: "b" } },
      ["Q1", "Q1", null]
    ],
    ["a match of a kind that is unknown", { id: "Q1", match: { text: "a" } }, ["Q1", "a", null]],
    ["a property", { id: "P31", label: "instance of" }, ["P31", "instance of", null]],
    ["a lexeme", { id: "L99", label: "a" }, ["L99", "a", null]],
    ["unknown fields", { id: "Q1", label: "a", novelty: { deep: [1] } }, ["Q1", "a", null]]
  ])("%s", (_, entry, line) => {
    expect(prefix(entry)).toEqual([line])
  })

  it.each(["M123", "E10", "L99-F1", "q1", "Q", "Q1x", " Q1", "", "http://www.wikidata.org/entity/Q1"])(
    "an entry with the identifier %j is left out, by rule",
    (id) => {
      expect(prefix({ id, label: "a" }, { id: "Q2", label: "b" })).toEqual([["Q2", "b", null]])
      expect(prefix({ id, label: "a" })).toEqual([])
    }
  )

  it.each([null, "Q1", 1, [], {}, { id: 1 }, { id: null }, { label: "a" }])(
    "the malformed entry %j is dropped, and a reply of such entries is none",
    (entry) => {
      expect(prefix({ id: "Q2" }, entry, { id: "Q3" })).toEqual([
        ["Q2", "Q2", null],
        ["Q3", "Q3", null]
      ])
      expect(prefix(entry, entry)).toBe("ProviderBadResponse: malformed entries")
    }
  )

  it("an identifier that comes again counts once, where it came first", () => {
    expect(prefix({ id: "Q1", label: "a" }, { id: "Q2" }, { id: "Q1", label: "b" })).toEqual([
      ["Q1", "a", null],
      ["Q2", "Q2", null]
    ])
  })

  it("more than was asked for is cut, after what is left out", () => {
    const entries = ["Q1", "M1", "Q1", "Q2", "Q3"].map((id) => ({ id }))
    expect(lines(normalisePrefix({ limit: 2 }, entries))).toEqual([
      ["Q1", "Q1", null],
      ["Q2", "Q2", null]
    ])
  })

  it("nothing found", () => {
    expect(prefix()).toEqual([])
  })
})

describe("normaliseFullText", () => {
  it.each<readonly [name: string, entry: object, line: unknown]>([
    [
      "an entry as documented",
      {
        id: "Q90",
        "display-label": { language: "en", value: "Paris" },
        description: { language: "en", value: "capital and largest city of France" },
        match: { type: "label", language: "en", text: "Paris" }
      },
      ["Q90", "Paris", "capital and largest city of France"]
    ],
    [
      "no label in the language asked for",
      { id: "Q90", "display-label": null, description: null, match: { type: "alias", text: "Paris" } },
      ["Q90", "Paris", null]
    ],
    [
      "a matched description",
      { id: "Q90", match: { type: "description", text: "capital" } },
      ["Q90", "Q90", null]
    ],
    [
      "terms of another shape",
      { id: "Q90", "display-label": [], description: "capital" },
      ["Q90", "Q90", null]
    ],
    ["nothing but the identifier", { id: "Q90" }, ["Q90", "Q90", null]]
  ])("%s", (_, entry, line) => {
    expect(fullText(entry)).toEqual([line])
  })

  it("a malformed entry, another kind of identifier, a repeat", () => {
    expect(fullText({ id: "Q1" }, null, { id: "M1" }, { id: "Q1" }, { id: "Q2" })).toEqual([
      ["Q1", "Q1", null],
      ["Q2", "Q2", null]
    ])
    expect(fullText(null, "Q1")).toBe("ProviderBadResponse: malformed entries")
    expect(lines(normaliseFullText({ limit: 1 }, [{ id: "Q1" }, { id: "Q2" }]))).toEqual([["Q1", "Q1", null]])
  })
})

describe("whatever comes", () => {
  const anything = FastCheck.oneof(
    FastCheck.jsonValue(),
    FastCheck.record(
      {
        id: FastCheck.oneof(FastCheck.constantFrom("Q1", "Q2", "M1"), FastCheck.jsonValue()),
        label: FastCheck.jsonValue(),
        "display-label": FastCheck.jsonValue(),
        description: FastCheck.jsonValue(),
        display: FastCheck.jsonValue(),
        match: FastCheck.jsonValue()
      },
      { requiredKeys: [] }
    )
  )

  it("never throws, and every entity has an identifier and a name", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(anything), (entries) => {
        for (const normalise of [normalisePrefix, normaliseFullText]) {
          const results = Either.getOrElse(normalise({ limit: 3 }, entries), () => ({ results: [] })).results
          expect(results.length).toBeLessThanOrEqual(3)
          for (const { id, name } of results)
            expect([/^[QPL]\d+$/.test(id), name.trim() !== ""]).toEqual([true, true])
        }
      })
    )
  })

  it("the roots are decoded or refused, never thrown", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.jsonValue(), (body) => {
        Schema.decodeUnknownEither(PrefixReply)(body)
        Schema.decodeUnknownEither(FullTextReply)(body)
      })
    )
  })
})
