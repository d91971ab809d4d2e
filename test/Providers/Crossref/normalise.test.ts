import { describe, expect, it } from "@effect/vitest"
import { DateTime, Either, FastCheck, Schema } from "effect"
import { normaliseSearch, normaliseWork } from "../../../src/Providers/Crossref/normalise.ts"
import { RawWork, WorkReply, WorksReply } from "../../../src/Providers/Crossref/schema.ts"
import { WorkRecord, WorksRecord } from "../../../src/Resources/facts/WorkRecord.ts"
import { runs } from "../../support/setup/Runs.ts"
import {
  agency,
  byDoi,
  components,
  corrections,
  ecology,
  empty,
  entityTitle,
  escapedScp,
  issue,
  markupNewlines,
  multiTitle,
  noAuthorNullIssued,
  parameterNotAllowed,
  selected,
  subSup
} from "./fixtures.ts"

const now = DateTime.unsafeMake("2026-06-16T12:00:00Z")

const decodePage = Schema.decodeUnknownEither(WorksReply)
const decodeWork = Schema.decodeUnknownEither(WorkReply)

const read = (body: string, limit = 50) =>
  Either.match(decodePage(JSON.parse(body)), {
    onLeft: () => "wrong shape",
    onRight: (reply) =>
      Either.match(normaliseSearch({ query: "x", limit }, reply, now), {
        onLeft: (error) => `${error._tag}: ${error.reason}`,
        onRight: (record) => record
      })
  })

const works = (body: string) => {
  const record = read(body)
  return typeof record === "string" ? [] : record.works
}

const page = (items: ReadonlyArray<unknown>, total = items.length) =>
  JSON.stringify({ status: "ok", "message-type": "work-list", message: { "total-results": total, items } })

const bare = { DOI: "10.1000/X", title: ["A title"] }

const found = {
  id: "crossref:10.1000/x",
  title: "A title",
  authors: [],
  publicationYear: null,
  doi: "10.1000/x",
  url: "https://doi.org/10.1000/x",
  journal: null,
  citations: null,
  openAccess: false,
  source: "crossref",
  abstract: null,
  retracted: false
}

describe("a search", () => {
  it("recorded for ecology", () => {
    const record = read(ecology)
    expect(record).toMatchObject({
      source: "crossref",
      count: 586628,
      works: [
        {
          id: "crossref:10.1093/obo/9780199830060-0238",
          title: "Communicating Ecology",
          authors: [],
          publicationYear: 2022,
          doi: "10.1093/obo/9780199830060-0238",
          url: "https://oxfordbibliographies.com/view/document/obo-9780199830060/obo-9780199830060-0238.xml",
          journal: "Ecology",
          citations: 1,
          openAccess: false
        },
        { title: "Chemical Ecology", authors: ["André Kessler"], publicationYear: 2012, citations: 0 }
      ]
    })
    for (const { abstract } of works(ecology)) {
      expect(abstract?.length).toBeGreaterThan(1000)
      expect(abstract).not.toMatch(/[<>]|jats|&amp;|\s\s|^Abstract/)
    }
  })

  it("recorded with two fields: what was not selected is not known", () => {
    const record = works(selected)
    expect(record).toHaveLength(20)
    expect(record[1]).toEqual({
      ...found,
      id: "crossref:10.1093/obo/9780199830060-0202",
      title: "Ecosystem Ecology",
      doi: "10.1093/obo/9780199830060-0202",
      url: "https://doi.org/10.1093/obo/9780199830060-0202"
    })
  })

  it("recorded without authors, with null for a year, and a post", () => {
    expect(
      works(noAuthorNullIssued).map(({ title, authors, publicationYear, journal, openAccess }) => [
        title,
        authors,
        publicationYear,
        journal,
        openAccess
      ])
    ).toEqual([
      [
        "Widget Mania: Using a GUI Widget Framework",
        [],
        null,
        "Practical JavaScript™, DOM Scripting, and Ajax Projects",
        false
      ],
      ["Web Widget", [], null, "SpringerReference", false],
      ["widget, n.", [], 2023, "Oxford English Dictionary", false],
      ["The SWT JChemPaint (viewing) widget", ["Egon Willighagen"], 2008, null, true]
    ])
  })

  it("recorded with markup and line breaks in titles", () => {
    expect(works(markupNewlines).map(({ title }) => title)).toEqual([
      "The genomic sequence of Exiguobacterium chiriqhucha str. N139 reveals a species that thrives in cold waters and extreme environmental conditions",
      "Two new species of Primulina (Gesneriaceae) from limestone karsts of China"
    ])
  })

  it("recorded with an entity in the title", () => {
    expect(works(entityTitle).map(({ title }) => title)).toEqual([
      "A comparison of observation-level random effect and Beta-Binomial models for modelling overdispersion in Binomial data in ecology & evolution"
    ])
  })

  it("recorded with subscripts and superscripts, licences of mining and of another country", () => {
    expect(works(subSup).map(({ title, openAccess }) => [title, openAccess])).toEqual([
      ["Encapsulation of the [Ru(bpy)3]2+ luminophore in a unique hydrogen-bonded host framework", false],
      ["5,7-Dimethyl-1H-indole-2,3-dione", true]
    ])
  })

  it("recorded with markup escaped twice, authors by family name alone, and none", () => {
    expect(works(escapedScp).map(({ title, authors }) => [title, authors.slice(0, 2)])).toEqual([
      [
        'Author response for "A new dual‐input three‐winding coupled‐inductor based DC‐DC boost converter for renewable energy applications"',
        ["Saeed Danyali", "Rahmat Aazami"]
      ],
      [
        'Decision letter for "A simple multi‐frequency multiload independent power control using pulse density modulation scheme for cooking applications"',
        []
      ]
    ])
  })

  it("recorded with two titles, and an author without a given name", () => {
    expect(works(multiTitle).map(({ title, authors }) => [title, authors])).toEqual([
      [
        "Study of Widget Advertisements on the Web - Focusing on the Analysis of Visual Characteristics of Widget Advertisement -",
        ["조혜린"]
      ],
      ["Desain Widget Antarmuka Sistem Informasi Olahraga Lari Marathon untuk Pelatih", ["Wandy Wandy"]]
    ])
  })

  it("recorded with a group for an author, and corrections, which are no retractions", () => {
    expect(
      works(corrections).map(({ authors, retracted, journal }) => [authors[0], retracted, journal])
    ).toEqual([
      ["Juan Bécares", false, "PLOS ONE"],
      ["The PLOS ONE Staff", false, "PLOS ONE"]
    ])
  })

  it.each([
    ["recorded without a hit", empty, { source: "crossref", count: 0, works: [] }],
    [
      "recorded with figures, which have no title (CrossRef/rest-api-doc #276)",
      components,
      { source: "crossref", count: 4913582, works: [] }
    ],
    ["recorded with an issue, which has no title", issue, { source: "crossref", count: 138567, works: [] }],
    [
      "with one work mis-shaped",
      page([{ title: ["no DOI"] }, bare, null, 7, { ...bare, DOI: "n/a" }], 90),
      { source: "crossref", count: 90, works: [found] }
    ],
    ["with a count and nothing else", page([], 7), "ProviderBadResponse: hits without works"],
    [
      "with every work mis-shaped",
      page([{ title: ["no DOI"] }, { ...bare, title: "no list" }]),
      "ProviderBadResponse: no readable work"
    ],
    ["that is a refusal: its message is a list", parameterNotAllowed.body, "wrong shape"],
    ["that is of another kind", agency, "wrong shape"],
    ["without items", '{"status":"ok","message":{"total-results":0}}', "wrong shape"],
    ["without a total", '{"status":"ok","message":{"items":[]}}', "wrong shape"],
    ["without a message", '{"status":"ok"}', "wrong shape"],
    ["of another status", '{"status":"error","message":{"total-results":0,"items":[]}}', "wrong shape"],
    ["that is a list", "[]", "wrong shape"],
    ["that is null", "null", "wrong shape"]
  ] as const)("%s", (_, body, expected) => {
    expect(read(body)).toEqual(expected)
  })

  it("with more works than asked for is cut; those left out by a rule do not count", () => {
    const record = read(
      page([{ DOI: "10.1000/0" }, ...[1, 2, 3, 4].map((n) => ({ ...bare, DOI: `10.1000/${n}` }))]),
      3
    )
    expect(typeof record === "string" ? record : record.works.map(({ doi }) => doi)).toEqual([
      "10.1000/1",
      "10.1000/2",
      "10.1000/3"
    ])
  })
})

const dated = (...parts: ReadonlyArray<unknown>) => ({ "date-parts": [parts] })
const cc = "http://creativecommons.org/licenses/by/4.0/"

describe("a work of a search", () => {
  it.each([
    { name: "nothing but DOI and title", given: {}, expected: {} },
    // title
    {
      name: "lagotto/lagotto #87: a blank title before the real one",
      given: { title: ["", "Real"] },
      expected: { title: "Real" }
    },
    {
      name: "a title of tags before the real one",
      given: { title: ["<b> </b>", null, "Real"] },
      expected: { title: "Real" }
    },
    {
      name: "CrossRef/rest-api-doc #276: an empty list of titles",
      given: { title: [] },
      expected: undefined
    },
    {
      name: "CrossRef/rest-api-doc #259: null for the title and the publisher",
      given: { title: null, publisher: null },
      expected: undefined
    },
    { name: "no title", given: { title: undefined }, expected: undefined },
    {
      name: "years of life in angle brackets",
      given: { title: ["Letters of X <1771-1842>"] },
      expected: { title: "Letters of X <1771-1842>" }
    },
    // author
    {
      name: "ScilifelabDataCentre/Publications #568: a blank family name",
      given: { author: [{ given: "A", family: "" }] },
      expected: { authors: ["A"] }
    },
    { name: "a given name alone", given: { author: [{ given: "A" }] }, expected: { authors: ["A"] } },
    {
      name: "a family name that is the whole name",
      given: { author: [{ family: "Jo Who" }] },
      expected: { authors: ["Jo Who"] }
    },
    {
      name: "a suffix",
      given: { author: [{ given: "Jo", family: "Who", suffix: "Jr." }] },
      expected: { authors: ["Jo Who Jr."] }
    },
    { name: "a suffix without a name", given: { author: [{ suffix: "Jr." }] }, expected: {} },
    {
      name: "a group",
      given: { author: [{ name: "The X &amp; Y Group", sequence: "first", affiliation: [] }] },
      expected: { authors: ["The X & Y Group"] }
    },
    {
      name: "a blank author, and entries of another form",
      given: { author: [{ given: " ", family: null, name: "" }, null, 7, {}] },
      expected: {}
    },
    { name: "null for the authors", given: { author: null }, expected: {} },
    // dates
    {
      name: "published before issued",
      given: { published: dated(2020), issued: dated(2021) },
      expected: { publicationYear: 2020 }
    },
    {
      name: "issued where published is null",
      given: { published: dated(null), issued: dated(2021, 2) },
      expected: { publicationYear: 2021 }
    },
    {
      name: "print where issued is null",
      given: { issued: dated(null), "published-print": dated(2022), "published-online": dated(2019) },
      expected: { publicationYear: 2022 }
    },
    {
      name: "online",
      given: { issued: null, "published-online": dated(2019, 1, 31) },
      expected: { publicationYear: 2019 }
    },
    {
      name: "never the day of registration",
      given: { created: dated(2001, 1, 1), issued: dated(null) },
      expected: {}
    },
    {
      name: "years that are none",
      given: {
        published: dated("2020"),
        issued: dated(20.5),
        "published-print": { "date-parts": [] },
        "published-online": { "date-parts": [[]] }
      },
      expected: {}
    },
    {
      name: "dates of another form",
      given: { published: "2020", issued: { "date-parts": "2020" } },
      expected: {}
    },
    // container-title
    { name: "an empty list of containers", given: { "container-title": [] }, expected: {} },
    { name: "a blank container", given: { "container-title": [""] }, expected: {} },
    {
      name: "a container after a blank one",
      given: { "container-title": ["", "J. of X &amp; Y"] },
      expected: { journal: "J. of X & Y" }
    },
    { name: "null for the container", given: { "container-title": null }, expected: {} },
    // is-referenced-by-count
    { name: "citations", given: { "is-referenced-by-count": 72 }, expected: { citations: 72 } },
    { name: "no citations", given: { "is-referenced-by-count": 0 }, expected: { citations: 0 } },
    { name: "citations that are no number", given: { "is-referenced-by-count": "72" }, expected: {} },
    // URL
    {
      name: "the publisher's page",
      given: { resource: { primary: { URL: "https://example.org/x" } }, URL: "https://doi.org/10.1000/x" },
      expected: { url: "https://example.org/x" }
    },
    {
      name: "the old resolver",
      given: { URL: "http://dx.doi.org/10.1000/x" },
      expected: { url: "http://dx.doi.org/10.1000/x" }
    },
    {
      name: "a page that is none",
      given: { resource: { primary: { URL: "www.example.org" } } },
      expected: {}
    },
    { name: "a resource of another form", given: { resource: "https://example.org" }, expected: {} },
    // DOI
    {
      name: "a DOI of old times",
      given: { DOI: "10.1002/(SICI)1:1<1::A>3;2" },
      expected: {
        id: "crossref:10.1002/(sici)1:1<1::a>3;2",
        doi: "10.1002/(sici)1:1<1::a>3;2",
        url: "https://doi.org/10.1002/(sici)1:1%3C1::a%3E3;2"
      }
    },
    // license
    {
      name: "a licence of the version of record",
      given: { license: [{ URL: cc, "content-version": "vor", start: dated(2012, 3, 21) }] },
      expected: { openAccess: true }
    },
    {
      name: "a licence of the accepted manuscript",
      given: { license: [{ URL: cc, "content-version": "am" }] },
      expected: { openAccess: true }
    },
    {
      name: "a licence of a version that is not said",
      given: {
        license: [
          {
            URL: "https://creativecommons.org/licenses/by/2.0/uk/legalcode",
            "content-version": "unspecified"
          }
        ]
      },
      expected: { openAccess: true }
    },
    {
      name: "a licence for mining",
      given: { license: [{ URL: cc, "content-version": "tdm" }] },
      expected: {}
    },
    {
      name: "a licence from today on",
      given: { license: [{ URL: cc, start: dated(2026, 6, 16) }] },
      expected: { openAccess: true }
    },
    {
      name: "a licence from tomorrow on",
      given: { license: [{ URL: cc, start: dated(2026, 6, 17) }] },
      expected: {}
    },
    { name: "a licence from a year on", given: { license: [{ URL: cc, start: dated(2027) }] }, expected: {} },
    {
      name: "a licence from a day that is null",
      given: { license: [{ URL: cc, start: dated(null) }] },
      expected: { openAccess: true }
    },
    {
      name: "another licence",
      given: {
        license: [{ URL: "https://www.elsevier.com/tdm/userlicense/1.0/", "content-version": "vor" }]
      },
      expected: {}
    },
    {
      name: "a licence of a look-alike",
      given: {
        license: [
          { URL: "https://notcreativecommons.org/licenses/by/4.0/" },
          { URL: "https://example.org/creativecommons.org" }
        ]
      },
      expected: {}
    },
    {
      name: "a licence after another, and entries of another form",
      given: { license: [null, 7, {}, { URL: "CC BY" }, { URL: cc }] },
      expected: { openAccess: true }
    },
    { name: "licences of another form", given: { license: cc }, expected: {} },
    // abstract
    {
      name: "JATS with a heading",
      given: {
        abstract:
          "<jats:title>Abstract</jats:title>\n<jats:p>We &amp; <jats:italic>you</jats:italic>.</jats:p><jats:p>Then.</jats:p>"
      },
      expected: { abstract: "We & you. Then." }
    },
    { name: "HTML", given: { abstract: "<p>One.</p>\n<p>Two.</p>" }, expected: { abstract: "One. Two." } },
    { name: "an empty abstract", given: { abstract: "<jats:p/>" }, expected: {} },
    { name: "an abstract of another form", given: { abstract: ["x"] }, expected: {} },
    // retractions
    {
      name: "a retraction by notice",
      given: { "updated-by": [{ type: "correction" }, { type: "retraction", DOI: "10.1000/r" }] },
      expected: { retracted: true }
    },
    { name: "a correction", given: { "updated-by": [{ type: "correction" }] }, expected: {} },
    { name: "a notice of another form", given: { "updated-by": ["retraction", null] }, expected: {} },
    {
      name: "the notice of a retraction itself",
      given: { title: ["Retraction: A title"], "update-to": [{ type: "retraction" }] },
      expected: { title: "Retraction: A title" }
    },
    {
      name: "a retraction by title",
      given: { title: ["RETRACTED ARTICLE: A title"] },
      expected: { title: "RETRACTED ARTICLE: A title", retracted: true }
    },
    {
      name: "a title about retraction",
      given: { title: ["Retracted science and the press"] },
      expected: { title: "Retracted science and the press" }
    }
  ])("$name", ({ given, expected }) => {
    expect(works(page([{ ...bare, ...given }]))[0]).toEqual(expected && { ...found, ...expected })
  })
})

describe("a look-up", () => {
  const look = (doi: string, body: unknown) =>
    Either.match(decodeWork(body), {
      onLeft: () => "wrong shape",
      onRight: ({ message }) =>
        Either.match(normaliseWork(doi, message, now), {
          onLeft: (error) => `${error._tag}: ${error.reason}`,
          onRight: (record) => record
        })
    })
  const reply = (message: object) => ({ status: "ok", "message-type": "work", message })

  it("recorded", () => {
    expect(look("10.1371/journal.pone.0033693", JSON.parse(byDoi))).toMatchObject({
      id: "crossref:10.1371/journal.pone.0033693",
      title:
        "Methylphenidate Exposure Induces Dopamine Neuron Loss and Activation of Microglia in the Basal Ganglia of Mice",
      publicationYear: 2012,
      doi: "10.1371/journal.pone.0033693",
      url: "https://dx.plos.org/10.1371/journal.pone.0033693",
      journal: "PLoS ONE",
      citations: 72,
      openAccess: true,
      source: "crossref",
      abstract: null,
      // By a correction, not a retraction.
      retracted: false
    })
  })

  it.each([
    ["of a DOI in upper case", "10.1000/x", reply(bare), found],
    [
      "of a work without a title: its DOI",
      "10.1000/x",
      reply({ DOI: "10.1000/x" }),
      { ...found, title: "10.1000/x" }
    ],
    ["of another work", "10.1000/y", reply(bare), "ProviderBadResponse: work of another DOI"],
    ["of no work", "10.1000/x", reply({}), "wrong shape"],
    ["of an agency", "10.1126/science.169.3946.635", JSON.parse(agency), "wrong shape"],
    ["of a page", "10.1000/x", JSON.parse(page([bare])), "wrong shape"],
    ["of null", "10.1000/x", null, "wrong shape"]
  ])("%s", (_, doi, body, expected) => {
    expect(look(doi, body)).toEqual(expected)
  })
})

describe("whatever comes", () => {
  const field = FastCheck.oneof(
    FastCheck.jsonValue(),
    FastCheck.constantFrom(
      [null],
      [[2020]],
      dated(2020),
      dated(null),
      [""],
      ["x"],
      [{ URL: cc }],
      [{ given: "A" }],
      null
    )
  )
  const work = FastCheck.record(
    Object.fromEntries(
      Object.keys(RawWork.fields).map((name) => [
        name,
        name === "DOI" ? FastCheck.constant("10.1000/x") : field
      ])
    ),
    { requiredKeys: [] }
  )
  const isPage = Schema.is(WorksRecord)
  const isWork = Schema.is(WorkRecord)

  it("a page is a record, or refused; it never throws", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(FastCheck.oneof(work, FastCheck.jsonValue())), (items) => {
        const record = read(page(items), 2)
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
      FastCheck.property(FastCheck.oneof(work, FastCheck.jsonValue()), (message) => {
        const record = Either.flatMap(decodeWork({ status: "ok", message }), (reply) =>
          normaliseWork("10.1000/x", reply.message, now)
        )
        expect(Either.isLeft(record) || isWork(record.right)).toBe(true)
      }),
      { numRuns: runs(500) }
    )
  })
})
