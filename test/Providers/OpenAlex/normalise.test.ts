import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck, Schema } from "effect"
import { abstractOf } from "../../../src/Providers/OpenAlex/abstract.ts"
import { normaliseSearch, normaliseWork } from "../../../src/Providers/OpenAlex/normalise.ts"
import { RawWork, WorksReply } from "../../../src/Providers/OpenAlex/schema.ts"
import { WorkRecord, WorksRecord } from "../../../src/Resources/facts/WorkRecord.ts"
import { runs } from "../../support/setup/Runs.ts"
import { full, nullSource, nulls, pastLastPage, single } from "./fixtures.ts"

const decodePage = Schema.decodeUnknownEither(WorksReply)
const decodeWork = Schema.decodeUnknownEither(RawWork)

const read = (body: string, limit = 50) =>
  Either.match(decodePage(JSON.parse(body)), {
    onLeft: () => "wrong shape",
    onRight: (reply) =>
      Either.match(normaliseSearch({ query: "x", limit }, reply), {
        onLeft: (error) => `${error._tag}: ${error.reason}`,
        onRight: (record) => record
      })
  })

const page = (results: ReadonlyArray<unknown>, meta: object = {}) =>
  JSON.stringify({ meta: { count: results.length, ...meta }, results })

/** A work with nothing but what it must have. */
const bare = { id: "https://openalex.org/W1", title: "A title" }

/** The only work of a page. */
const one = (fields: object) => {
  const record = read(page([{ ...bare, ...fields }]))
  return typeof record === "string" ? record : record.works[0]
}

const found = {
  id: "openalex:W1",
  title: "A title",
  authors: [],
  publicationYear: null,
  doi: null,
  url: null,
  journal: null,
  citations: null,
  openAccess: false,
  source: "openalex",
  abstract: null,
  retracted: false
}

describe("a search", () => {
  it("recorded whole", () => {
    const record = read(full)
    expect(record).toMatchObject({
      source: "openalex",
      count: 49,
      works: [
        {
          id: "openalex:W2068311567",
          title:
            "Redefining climate regions in the United States of America using satellite remote sensing and machine learning for public health applications",
          authors: ["Alexander Liss", "Magaly Koch", "Elena N. Naumova"],
          publicationYear: 2014,
          doi: "10.4081/gh.2014.294",
          url: "https://doi.org/10.4081/gh.2014.294",
          journal: "Geospatial Health",
          citations: 8,
          openAccess: true,
          source: "openalex",
          retracted: false
        }
      ]
    })
    const abstract = typeof record === "string" ? "" : (record.works[0]?.abstract ?? "")
    expect(abstract).toMatch(
      /^Existing climate classification has not been designed for an efficient handling of public health/
    )
    expect(abstract.split(" ").length).toBeGreaterThan(161)
  })

  it("recorded with works without DOI, without source and without abstract (KTH-Library/openalex PR #12)", () => {
    const record = read(nulls)
    expect(
      typeof record === "string"
        ? record
        : record.works.map(({ abstract, ...work }) => [work, abstract?.slice(0, 20) ?? null])
    ).toEqual([
      [
        {
          id: "openalex:W2489662619",
          title: "BigData and Machine Learning for Public Health",
          authors: ["David J. Lary"],
          publicationYear: 2014,
          doi: null,
          url: "https://apha.confex.com/apha/142am/webprogram/Paper313152.html",
          journal: "142nd APHA Annual Meeting and Exposition (November 15 - November 19, 2014)",
          citations: 0,
          openAccess: false,
          source: "openalex",
          retracted: false
        },
        null
      ],
      [
        {
          id: "openalex:W3197265335",
          title: "Machine Learning in Public Health: A Review",
          authors: ["Md. Asadullah", "M. Backer Rashid", "Priyanka Bosu"],
          publicationYear: 2021,
          doi: null,
          url: "https://engineeringresearch.org/index.php/GJRE/article/download/2150/2081",
          journal: null,
          citations: 0,
          openAccess: false,
          source: "openalex",
          retracted: false
        },
        null
      ],
      [
        {
          id: "openalex:W1983854065",
          title:
            "Oak Ridge Biosurveillance Toolkit: Scalable machine learning for public health surveillance",
          authors: ["Laura Pullum", "Arvind Ramanathan"],
          publicationYear: 2014,
          doi: "10.1109/iccabs.2014.6863933",
          url: "https://doi.org/10.1109/iccabs.2014.6863933",
          journal: null,
          citations: 0,
          openAccess: false,
          source: "openalex",
          retracted: false
        },
        "As the number of dat"
      ],
      [
        {
          id: "openalex:W3009256126",
          title: "New Research Agenda: Potentials Use of Machine Learning for Public Health",
          authors: ["Kemal N. Siregar", "Tris Eryando", "Martya Rahmaniati"],
          publicationYear: 2020,
          doi: "10.2991/ahsr.k.200215.028",
          url: "https://doi.org/10.2991/ahsr.k.200215.028",
          journal: "Proceedings of the 4th International Symposium on Health Research (ISHR 2019)",
          citations: 0,
          openAccess: true,
          source: "openalex",
          retracted: false
        },
        null
      ]
    ])
  })

  it("recorded with papers of conferences, whose source is null", () => {
    const record = read(nullSource)
    expect(
      typeof record === "string"
        ? record
        : record.works.map(({ id, journal, openAccess }) => [id, journal, openAccess])
    ).toEqual([
      ["openalex:W4242624664", null, true],
      ["openalex:W4391093823", null, false]
    ])
  })

  it.each([
    ["past the last page, which nobody asks for", pastLastPage, "ProviderBadResponse: hits without works"],
    ["of nothing", page([]), { source: "openalex", count: 0, works: [] }],
    [
      "cut off, with something found",
      page([bare], { count: 9, timed_out: true }),
      { source: "openalex", count: 9, works: [found], partial: true }
    ],
    ["not cut off", page([bare], { timed_out: false }), { source: "openalex", count: 1, works: [found] }],
    ["cut off, with nothing found", page([], { timed_out: true }), "ProviderTimeout: search cut off"],
    [
      "cut off, with nothing but a count",
      page([], { count: 9, timed_out: true }),
      "ProviderTimeout: search cut off"
    ],
    [
      "with fields of today, unknown to us",
      page([{ ...bare, awards: [], is_xpac: false }], { x_query: {}, cost_usd: 0.001 }),
      { source: "openalex", count: 1, works: [found] }
    ],
    [
      "with one work mis-shaped",
      page([{ title: "no id" }, bare, 7, null, { ...bare, id: "https://openalex.org/A5" }]),
      { source: "openalex", count: 5, works: [found] }
    ],
    [
      "with every work mis-shaped",
      page([{ title: "no id" }, "x", { ...bare, title: 7 }]),
      "ProviderBadResponse: no readable work"
    ],
    [
      "with works without a title, and no other",
      page([
        { ...bare, title: null },
        { ...bare, title: "<i> </i>" }
      ]),
      { source: "openalex", count: 2, works: [] }
    ],
    ["without a body of its own", "{}", "wrong shape"],
    ["that is an error", '{"error":"Invalid query parameters error.","message":"x"}', "wrong shape"],
    ["without results", '{"meta":{"count":0}}', "wrong shape"],
    ["without a count", '{"meta":{},"results":[]}', "wrong shape"],
    ["with a count that is none", '{"meta":{"count":1e999},"results":[]}', "wrong shape"],
    ["that is a list", "[]", "wrong shape"],
    ["that is null", "null", "wrong shape"]
  ] as const)("%s", (_, body, expected) => {
    expect(read(body)).toEqual(expected)
  })

  it("with more works than asked for is cut; those left out by a rule do not count", () => {
    const works = [{ ...bare, title: "" }, ...[1, 2, 3, 4].map((n) => ({ ...bare, id: `W${n}` }))]
    const record = read(page(works, { count: 400 }), 3)
    expect(typeof record === "string" ? record : [record.count, record.works.map(({ id }) => id)]).toEqual([
      400,
      ["openalex:W1", "openalex:W2", "openalex:W3"]
    ])
  })
})

describe("a work of a search", () => {
  it.each([
    { name: "nothing but id and title", given: {}, expected: {} },
    // title, display_name
    {
      name: "no title but a display name",
      given: { title: null, display_name: "Shown" },
      expected: { title: "Shown" }
    },
    {
      name: "a title of tags",
      given: { title: "<p></p>", display_name: "Shown" },
      expected: { title: "Shown" }
    },
    { name: "subscripts", given: { title: "H<sub>2</sub>O" }, expected: { title: "H2O" } },
    {
      name: "italics",
      given: { title: "On <i>Shigella sonnei</i>" },
      expected: { title: "On Shigella sonnei" }
    },
    {
      name: "small capitals, escaped",
      given: { title: "A &lt;scp&gt;DC&lt;/scp&gt; converter" },
      expected: { title: "A DC converter" }
    },
    {
      name: "MathML",
      given: {
        title:
          'Mass of <mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mi>W</mml:mi></mml:math>'
      },
      expected: { title: "Mass of W" }
    },
    {
      name: "entities",
      given: { title: "Ecology &amp; evolution" },
      expected: { title: "Ecology & evolution" }
    },
    { name: "line breaks", given: { title: "Two\n   lines" }, expected: { title: "Two lines" } },
    { name: "capitals, as they are", given: { title: "ALL CAPS" }, expected: { title: "ALL CAPS" } },
    {
      name: "a title in brackets, as it is",
      given: { title: "[Title in original]" },
      expected: { title: "[Title in original]" }
    },
    // publication_year
    { name: "a year to come", given: { publication_year: 2050 }, expected: { publicationYear: 2050 } },
    { name: "a year of junk", given: { publication_year: 1000 }, expected: { publicationYear: 1000 } },
    { name: "a year that is no whole number", given: { publication_year: 2014.5 }, expected: {} },
    { name: "a year in words", given: { publication_year: "2014" }, expected: {} },
    // doi
    {
      name: "a DOI in upper case",
      given: { doi: "https://doi.org/10.1000/ABC" },
      expected: { doi: "10.1000/abc", url: "https://doi.org/10.1000/abc" }
    },
    {
      name: "a DOI with angle brackets",
      given: { doi: "https://doi.org/10.1002/1:1<1::a>3" },
      expected: { doi: "10.1002/1:1<1::a>3", url: "https://doi.org/10.1002/1:1%3C1::a%3E3" }
    },
    {
      name: "a DOI with what would be an encoding in an address",
      given: { doi: "https://doi.org/10.1000/a%2fb#c?d" },
      expected: { doi: "10.1000/a%2fb#c?d", url: "https://doi.org/10.1000/a%252fb%23c%3Fd" }
    },
    { name: "a DOI that is none", given: { doi: "n/a" }, expected: {} },
    // open_access
    { name: "no open access", given: { open_access: null }, expected: {} },
    { name: "open access not known", given: { open_access: { is_oa: null } }, expected: {} },
    {
      name: "open access",
      given: { open_access: { is_oa: true, oa_url: null } },
      expected: { openAccess: true }
    },
    // authorships
    {
      name: "desci-labs/nodes PR #919: an author without ORCID",
      given: { authorships: [{ author: { display_name: "A" } }] },
      expected: { authors: ["A"] }
    },
    {
      name: "names printed on the work, blank ones, and entries of another form",
      given: {
        authorships: [
          { author: { display_name: null }, raw_author_name: "B. Printed" },
          { author: null, raw_author_name: " C &amp; D " },
          { author: { display_name: " " }, raw_author_name: null },
          { author: {} },
          {},
          null,
          7
        ]
      },
      expected: { authors: ["B. Printed", "C & D"] }
    },
    {
      name: "the same author twice, as listed",
      given: { authorships: [{ raw_author_name: "A" }, { raw_author_name: "A" }] },
      expected: { authors: ["A", "A"] }
    },
    {
      name: "authors cut at 100",
      given: {
        authorships: Array.from({ length: 100 }, () => ({ raw_author_name: "A" })),
        is_authors_truncated: true
      },
      expected: { authors: Array.from({ length: 100 }, () => "A") }
    },
    { name: "authors that are no list", given: { authorships: "A" }, expected: {} },
    // primary_location
    {
      name: "no location",
      given: { primary_location: null, doi: "https://doi.org/10.1000/x" },
      expected: { doi: "10.1000/x", url: "https://doi.org/10.1000/x" }
    },
    {
      name: "a location without a page",
      given: { primary_location: { landing_page_url: null }, doi: "https://doi.org/10.1000/x" },
      expected: { doi: "10.1000/x", url: "https://doi.org/10.1000/x" }
    },
    {
      name: "a page without TLS",
      given: { primary_location: { landing_page_url: "http://example.org/oai?verb=GetRecord" } },
      expected: { url: "http://example.org/oai?verb=GetRecord" }
    },
    {
      name: "a page that is none",
      given: { primary_location: { landing_page_url: "javascript:alert(1)" } },
      expected: {}
    },
    {
      name: "an OAI name for a page",
      given: { primary_location: { landing_page_url: "oai:example.org:1" } },
      expected: {}
    },
    {
      name: "a page with a blank in it",
      given: { primary_location: { landing_page_url: "https://example.org/a b" } },
      expected: { url: "https://example.org/a%20b" }
    },
    {
      name: "a source without a name",
      given: { primary_location: { source: { display_name: null } } },
      expected: {}
    },
    {
      name: "a source that is known by name only",
      given: { primary_location: { source: null, raw_source_name: " Proc.  of X " } },
      expected: { journal: "Proc. of X" }
    },
    {
      name: "a source with a name",
      given: { primary_location: { source: { display_name: "J. <i>X</i> &amp; Y" }, raw_source_name: "Z" } },
      expected: { journal: "J. X & Y" }
    },
    { name: "a location of another form", given: { primary_location: "https://example.org" }, expected: {} },
    // cited_by_count, is_retracted
    { name: "no citations", given: { cited_by_count: 0 }, expected: { citations: 0 } },
    { name: "citations that are no number", given: { cited_by_count: "many" }, expected: {} },
    { name: "a retraction", given: { is_retracted: true }, expected: { retracted: true } },
    // abstract_inverted_index
    {
      name: "an abstract",
      given: { abstract_inverted_index: { is: [1], It: [0], so: [2, 4], "is,": [3] } },
      expected: { abstract: "It is so is, so" }
    },
    {
      name: "a heading",
      given: { abstract_inverted_index: { Abstract: [0], We: [1], ask: [2] } },
      expected: { abstract: "We ask" }
    },
    {
      name: "JATS",
      given: {
        abstract_inverted_index: {
          "<jats:p>Cats": [0],
          "&amp;": [1],
          "dogs.</jats:p><jats:p>More.</jats:p>": [2]
        }
      },
      expected: { abstract: "Cats & dogs. More." }
    },
    { name: "an empty abstract", given: { abstract_inverted_index: {} }, expected: {} },
    { name: "an abstract of another form", given: { abstract_inverted_index: "text" }, expected: {} }
  ])("$name", ({ given, expected }) => {
    expect(one(given)).toEqual({ ...found, ...expected })
  })
})

describe("abstractOf", () => {
  it.each([
    ["gaps, and no beginning at 0", { b: [9], a: [5] }, "a b"],
    ["two words in one place", { a: [0], b: [0] }, "a b"],
    ["the form of old times", { IndexLength: 2, InvertedIndex: { a: [0], b: [1] } }, "a b"],
    ["the word InvertedIndex", { InvertedIndex: [0], a: [1] }, "InvertedIndex a"],
    ["places that are none", { a: [-1, 0.5, "1", null], b: [2], c: 3, d: null }, "b"],
    ["a place far off", { a: [Number.MAX_SAFE_INTEGER], b: [0] }, "b a"],
    ["a list", ["a"], null],
    ["null", null, null],
    ["nothing", undefined, null],
    ["a heading alone", { Abstract: [0] }, null]
  ] as const)("%s", (_, index, text) => {
    expect(abstractOf(index)).toBe(text)
  })

  it("rebuilds any text", () => {
    const words = FastCheck.array(FastCheck.stringMatching(/^[a-z]{1,5}$/), { minLength: 1 })
    FastCheck.assert(
      FastCheck.property(words, (text) => {
        const places = new Map<string, Array<number>>()
        text.forEach((word, place) => {
          places.set(word, [...(places.get(word) ?? []), place])
        })
        expect(abstractOf(Object.fromEntries(places))).toBe(
          text.join(" ").replace(/^(?:abstract)$/, "") || null
        )
      })
    )
  })
})

describe("a look-up", () => {
  const look = (doi: string, body: unknown) =>
    Either.match(decodeWork(body), {
      onLeft: () => "wrong shape",
      onRight: (raw) =>
        Either.match(normaliseWork(doi, raw), {
          onLeft: (error) => `${error._tag}: ${error.reason}`,
          onRight: ({ title, doi, authors }) => [title, doi, authors.length]
        })
    })
  const work = { ...bare, doi: "https://doi.org/10.1000/ABC" }

  it.each([
    [
      "recorded",
      "10.4081/gh.2014.294",
      JSON.parse(single),
      [
        "Redefining climate regions in the United States of America using satellite remote sensing and machine learning for public health applications",
        "10.4081/gh.2014.294",
        3
      ]
    ],
    ["of a DOI in upper case", "10.1000/abc", work, ["A title", "10.1000/abc", 0]],
    [
      "of a work without a title: its DOI",
      "10.1000/abc",
      { ...work, title: null, display_name: "" },
      ["10.1000/abc", "10.1000/abc", 0]
    ],
    ["of another work", "10.1000/abd", work, "ProviderBadResponse: work of another DOI"],
    ["of a work without a DOI", "10.1000/abc", bare, "ProviderBadResponse: work of another DOI"],
    ["of no work", "10.1000/abc", {}, "wrong shape"],
    ["of a page", "10.1000/abc", JSON.parse(full), "wrong shape"],
    ["of null", "10.1000/abc", null, "wrong shape"]
  ])("%s", (_, doi, body, expected) => {
    expect(look(doi, body)).toEqual(expected)
  })
})

describe("whatever comes", () => {
  const field = FastCheck.oneof(
    FastCheck.jsonValue(),
    FastCheck.constantFrom("https://doi.org/10.1000/x", "<b>", "", " ", 1, -1, 2.5, null)
  )
  const work = FastCheck.record(
    Object.fromEntries(
      [...Object.keys(RawWork.fields)].map((name) => [name, name === "id" ? FastCheck.constant("W1") : field])
    ),
    { requiredKeys: [] }
  )
  const isPage = Schema.is(WorksRecord)
  const isWork = Schema.is(WorkRecord)

  it("a page is a record, or refused; it never throws", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(FastCheck.oneof(work, FastCheck.jsonValue())), (results) => {
        const record = read(page(results), 2)
        expect(typeof record === "string" || (isPage(record) && record.works.length <= 2)).toBe(true)
      }),
      { numRuns: runs(500) }
    )
  })

  it("any JSON is a page or none", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.json(), (body) => {
        const record = read(body)
        expect(typeof record === "string" || isPage(record)).toBe(true)
      })
    )
  })

  it("any JSON is a work or none", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.oneof(work, FastCheck.jsonValue()), (body) => {
        const record = Either.flatMap(decodeWork(body), (raw) => normaliseWork("10.1000/x", raw))
        expect(Either.isLeft(record) || isWork(record.right)).toBe(true)
      }),
      { numRuns: runs(500) }
    )
  })
})
