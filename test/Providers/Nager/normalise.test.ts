import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck, Schema } from "effect"
import { normalise, normaliseCountries } from "../../../src/Providers/Nager/normalise.ts"
import { CountriesReply, HolidaysReply } from "../../../src/Providers/Nager/schema.ts"
import { HolidayCalendarRecord } from "../../../src/Providers/ports/HolidayCalendar.ts"
import type { Holiday } from "../../../src/Resources/facts/Holidays.ts"
import { told } from "../../support/provider/Outcome.ts"
import {
  australia2021,
  austria2017,
  britain2025,
  china2021,
  cloudflare1016,
  countries,
  france2025,
  germany2025,
  goodFridayTwice,
  japan2024,
  problem
} from "./fixtures.ts"

const decode = Schema.decodeUnknownEither(HolidaysReply)

/** Decodes and normalises a body; "wrong shape" when it is no reply at all. */
const read = (country: string, year: number, body: unknown) =>
  Either.match(decode(body), {
    onLeft: (): string | HolidayCalendarRecord => "wrong shape",
    onRight: (reply) =>
      Either.match(normalise({ country, year }, reply), {
        onLeft: (error) => told(Either.left(error)),
        onRight: (record) => record
      })
  })

const holidays = (country: string, year: number, body: unknown): ReadonlyArray<Holiday> => {
  const record = read(country, year, body)
  if (typeof record === "string") throw new Error(record)
  return record.holidays
}

const row = {
  date: "2024-01-01",
  localName: "元日",
  name: "New Year's Day",
  countryCode: "JP",
  fixed: false,
  global: true,
  counties: null,
  launchYear: null,
  types: ["Public"]
}
const normal: Holiday = {
  date: "2024-01-01",
  name: "New Year's Day",
  localName: "元日",
  countryCode: "JP",
  global: true,
  counties: null,
  types: ["Public"]
}

describe("normalise, recorded replies", () => {
  it.each([
    ["JP", 2024, japan2024, 16],
    ["CN", 2021, china2021, 7],
    ["AU", 2021, australia2021, 8],
    ["DE", 2025, germany2025, 19],
    ["FR", 2025, france2025, 11],
    ["GB", 2025, britain2025, 13]
  ] as const)("%s %i passes every holiday through, in order", (country, year, body, count) => {
    const raw: ReadonlyArray<Record<string, unknown>> = JSON.parse(body)
    const record = read(country, year, raw)
    expect(record).toEqual({
      country,
      year,
      covered: true,
      holidays: raw.map(({ fixed, launchYear, ...kept }) => kept)
    })
    expect(raw.length).toBe(count)
  })

  it("#826, #447, #218: the same holiday twice stays twice", () => {
    expect(holidays("US", 2025, JSON.parse(goodFridayTwice))).toEqual([
      {
        date: "2025-04-18",
        name: "Good Friday",
        localName: "Good Friday",
        countryCode: "US",
        global: false,
        counties: ["US-CT", "US-DE", "US-HI", "US-IN", "US-KY", "US-LA", "US-NC", "US-ND", "US-NJ", "US-TN"],
        types: ["Public"]
      },
      {
        date: "2025-04-18",
        name: "Good Friday",
        localName: "Good Friday",
        countryCode: "US",
        global: false,
        counties: ["US-TX"],
        types: ["Optional"]
      }
    ])
  })

  it("#826: two entries alike in everything stay two", () => {
    expect(holidays("JP", 2024, [row, row])).toEqual([normal, normal])
  })

  it("#244: global false without counties is handed over; the v2 `type` becomes the only type", () => {
    expect(holidays("AT", 2017, JSON.parse(austria2017))).toEqual([
      {
        date: "2017-01-01",
        name: "New Year's Day",
        localName: "Neujahr",
        countryCode: "AT",
        global: false,
        counties: null,
        types: ["Public"]
      },
      {
        date: "2017-01-06",
        name: "Epiphany",
        localName: "Heilige Drei Könige",
        countryCode: "AT",
        global: false,
        counties: null,
        types: ["Public"]
      },
      {
        date: "2017-04-17",
        name: "Easter Monday",
        localName: "Ostermontag",
        countryCode: "AT",
        global: false,
        counties: null,
        types: ["Public"]
      },
      {
        date: "2017-05-01",
        name: "National Holiday",
        localName: "Staatsfeiertag",
        countryCode: "AT",
        global: false,
        counties: null,
        types: ["Public"]
      }
    ])
  })

  it("county codes that are not of ISO 3166-2 stay", () => {
    expect(holidays("AU", 2021, JSON.parse(australia2021))[1]?.counties).toEqual(["AUS-WA"])
  })
})

/** What becomes of one row with other fields; `undefined` leaves a field out. */
const fields: ReadonlyArray<{
  readonly name: string
  readonly given: object
  readonly expected: Partial<Holiday>
}> = [
  { name: "nothing special", given: {}, expected: {} },
  {
    name: "#986: no localName (v4): the name",
    given: { localName: undefined },
    expected: { localName: "New Year's Day" }
  },
  { name: "localName null", given: { localName: null }, expected: { localName: "New Year's Day" } },
  { name: "localName blank", given: { localName: " " }, expected: { localName: "New Year's Day" } },
  {
    name: "#181: New Year's Day stays on 1 January",
    given: { date: "2019-01-01" },
    expected: { date: "2019-01-01" }
  },
  {
    name: "a time part is cut",
    given: { date: "2024-01-01T00:00:00" },
    expected: { date: "2024-01-01" }
  },
  {
    name: "#181: a time zone moves nothing",
    given: { date: "2024-01-01T00:00:00+14:00" },
    expected: { date: "2024-01-01" }
  },
  { name: "#181: nor does Z", given: { date: "2024-01-01Z" }, expected: { date: "2024-01-01" } },
  {
    name: "a time after a blank",
    given: { date: "2024-01-01 00:00:00" },
    expected: { date: "2024-01-01" }
  },
  { name: "29 February of a leap year", given: { date: "2024-02-29" }, expected: { date: "2024-02-29" } },
  {
    name: "#419: a day of the year before",
    given: { date: "2023-12-31" },
    expected: { date: "2023-12-31" }
  },
  {
    name: "PR #990: zero-width characters inside a name",
    given: { name: "Victory\u200b Day\u200e", localName: "Jum il-\u200bVitorja\ufeff" },
    expected: { name: "Victory\u200b Day\u200e", localName: "Jum il-\u200bVitorja" }
  },
  { name: "blanks around a name", given: { localName: " 元日 " }, expected: { localName: "元日" } },
  {
    name: "markup and entities in names",
    given: { name: "New Year&#39;s Day", localName: "<i>Fiesta</i> Nacional de Espa&amp;ntilde;a" },
    expected: { name: "New Year's Day", localName: "Fiesta Nacional de España" }
  },
  {
    name: "a local name of markup alone",
    given: { localName: "<b></b>" },
    expected: { localName: row.name }
  },
  {
    name: "nulls among counties and types go, the day stays",
    given: { counties: [null, "US-TX", null], types: ["Public", null], global: false },
    expected: { counties: ["US-TX"], types: ["Public"], global: false }
  },
  {
    name: "nothing but nulls, without a word on the whole country",
    given: { counties: [null], types: [null], global: undefined },
    expected: { counties: [], types: [], global: false }
  },
  { name: "counties [] stays", given: { counties: [] }, expected: { counties: [] } },
  { name: "no counties", given: { counties: undefined }, expected: { counties: null } },
  {
    name: "counties as they are, doubles too",
    given: { counties: ["AU-WA", "AUS-WA", "AU-WA", ""], global: false },
    expected: { counties: ["AU-WA", "AUS-WA", "AU-WA", ""], global: false }
  },
  { name: "global missing, counties null", given: { global: undefined }, expected: { global: true } },
  {
    name: "global and counties missing",
    given: { global: undefined, counties: undefined },
    expected: { global: true }
  },
  { name: "global null, counties null", given: { global: null }, expected: { global: true } },
  {
    name: "global missing, counties [] (v4 has them empty or null for a national holiday)",
    given: { global: undefined, counties: [] },
    expected: { global: true, counties: [] }
  },
  {
    name: "global missing, counties given",
    given: { global: undefined, counties: ["JP-13"] },
    expected: { global: false, counties: ["JP-13"] }
  },
  {
    name: "global true with counties",
    given: { counties: ["JP-13"] },
    expected: { global: true, counties: ["JP-13"] }
  },
  { name: "#599: no types are invented", given: { types: undefined }, expected: { types: null } },
  { name: "types null", given: { types: null }, expected: { types: null } },
  { name: "types that are a text", given: { types: "Public" }, expected: { types: null } },
  { name: "a type that is no text", given: { types: [7, "Public", {}] }, expected: { types: ["Public"] } },
  { name: "v2's type, no text", given: { types: undefined, type: 7 }, expected: { types: null } },
  { name: "a local name that is no text", given: { localName: 7 }, expected: { localName: row.name } },
  { name: "types [] stays", given: { types: [] }, expected: { types: [] } },
  {
    name: "v2's type",
    given: { types: undefined, type: "Bank" },
    expected: { types: ["Bank"] }
  },
  { name: "v2's type, blank", given: { types: undefined, type: "" }, expected: { types: null } },
  { name: "v2's type, null", given: { types: null, type: null }, expected: { types: null } },
  { name: "types and type", given: { type: "Bank" }, expected: { types: ["Public"] } },
  {
    name: "several types, new ones too",
    given: { types: ["School", "Authorities", "Sectoral"] },
    expected: { types: ["School", "Authorities", "Sectoral"] }
  },
  { name: "countryCode missing", given: { countryCode: undefined }, expected: { countryCode: "JP" } },
  { name: "countryCode lower-case", given: { countryCode: "jp" }, expected: { countryCode: "JP" } },
  {
    name: "launchYear and fixed are not read",
    given: { launchYear: "long ago", fixed: "no" },
    expected: {}
  }
]

describe("normalise, field by field", () => {
  it.each(fields)("$name", ({ given, expected }) => {
    expect(holidays("JP", 2024, [{ ...row, ...given }])).toEqual([{ ...normal, ...expected }])
  })

  it("#986: a row of v4, should one come by (we ask v3)", () => {
    const v4 = {
      id: "US-CHRISTMASDAY-01",
      date: "2027-12-25",
      observedDate: "2027-12-24",
      name: "Christmas Day",
      countryCode: "US",
      nationalHoliday: true,
      subdivisionCodes: null,
      holidayTypes: ["Public"]
    }
    expect(holidays("US", 2027, [v4])).toEqual([
      {
        date: "2027-12-25",
        name: "Christmas Day",
        localName: "Christmas Day",
        countryCode: "US",
        global: true,
        counties: null,
        types: null
      }
    ])
  })
})

const malformed: ReadonlyArray<readonly [string, unknown]> = [
  ...[
    "2024-1-1",
    "01.01.2024",
    "20240101",
    "2024-02-30",
    "2023-02-29",
    "2024-13-01",
    "2024-00-10",
    "2024-01-32",
    "2024-01-011",
    " 2024-01-01",
    "",
    "tomorrow",
    null,
    20240101,
    undefined
  ].map((date) => [`the date ${JSON.stringify(date)}`, { ...row, date }] as const),
  ["no name", { ...row, name: undefined }],
  ["name null", { ...row, name: null }],
  ["a name that is a number", { ...row, name: 1 }],
  ["counties that are a text", { ...row, counties: "JP-13" }],
  ["counties that are numbers", { ...row, counties: [13] }],
  ["global as a text", { ...row, global: "true" }],
  ["null", null],
  ["a text", "2024-01-01"],
  ["a list", [row]],
  ["an empty object", {}]
]

describe("normalise, malformed rows", () => {
  it.each(malformed)("%s: dropped, the others stay", (_, bad) => {
    expect(holidays("JP", 2024, [bad, row, bad])).toEqual([normal])
  })

  it.each(malformed)("%s alone: no reply at all", (_, bad) => {
    expect(read("JP", 2024, [bad])).toBe("ProviderBadResponse: no usable row")
  })

  it("a blank name is left out, which is no fault", () => {
    expect(holidays("JP", 2024, [{ ...row, name: " " }])).toEqual([])
  })

  it("a holiday of another country is left out", () => {
    expect(holidays("JP", 2024, [{ ...row, countryCode: "KR" }, row])).toEqual([normal])
  })

  it("nothing but another country's holidays is no answer", () => {
    expect(read("JP", 2024, [{ ...row, countryCode: "KR" }])).toBe(
      "ProviderBadResponse: holidays of another country"
    )
  })

  it("an empty list is a country without holidays", () => {
    expect(read("JP", 2024, [])).toEqual({ country: "JP", year: 2024, covered: true, holidays: [] })
  })

  it.each([
    ["problem details", JSON.parse(problem(404, "Not Found"))],
    ["one row", row],
    ["rows in an object", { holidays: [row] }],
    ["null", null],
    ["a text", cloudflare1016],
    ["a number", 0]
  ])("%s in place of the list", (_, body) => {
    expect(read("JP", 2024, body)).toBe("wrong shape")
  })
})

describe("normaliseCountries", () => {
  const list = (body: unknown) => told(normaliseCountries(Schema.decodeUnknownSync(CountriesReply)(body)))

  it("the recorded list", () => {
    const codes: unknown = JSON.parse(list(JSON.parse(countries)))
    expect(codes).toHaveLength(110)
    expect(codes).toContain("AX")
    expect(codes).not.toContain("IN")
  })

  it.each([
    ["codes in lower case", [{ countryCode: "ad", name: "Andorra" }], '["AD"]'],
    ["no name", [{ countryCode: "AD" }], '["AD"]'],
    [
      "malformed rows dropped",
      [{ countryCode: "AND" }, null, { countryCode: "AD" }, { code: "AL" }, "AT"],
      '["AD"]'
    ],
    ["digits", [{ countryCode: "20" }], "ProviderBadResponse: no usable row"],
    ["an empty list", [], "ProviderBadResponse: no usable row"],
    ["codes alone", ["AD", "AL"], "ProviderBadResponse: no usable row"]
  ])("%s", (_, body, outcome) => {
    expect(list(body)).toBe(outcome)
  })
})

describe("normalise, whatever comes", () => {
  const query = { country: "JP", year: 2024 }
  const isRecord = Schema.is(HolidayCalendarRecord)

  it("never throws on any JSON", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.jsonValue(), (body) => {
        Either.map(decode(body), (reply) => normalise(query, reply))
        Either.map(Schema.decodeUnknownEither(CountriesReply)(body), normaliseCountries)
      })
    )
  })

  it("gives a record of the port, with no more holidays than rows, or none at all", () => {
    const value = FastCheck.oneof(
      FastCheck.jsonValue(),
      FastCheck.constantFrom("JP", "2024-01-01", "2024-02-30", true, null, ["Public"])
    )
    const junk = FastCheck.record(
      {
        date: value,
        name: value,
        localName: value,
        countryCode: value,
        global: value,
        counties: value,
        types: value
      },
      { requiredKeys: [] }
    )
    const rows = FastCheck.array(
      FastCheck.oneof(
        junk.map((fields) => ({ ...row, ...fields })),
        // One field spoilt: most of these rows are usable.
        FastCheck.tuple(FastCheck.constantFrom(...Object.keys(row)), value).map(([field, other]) => ({
          ...row,
          [field]: other
        }))
      )
    )
    FastCheck.assert(
      FastCheck.property(rows, (body) => {
        const record = normalise(query, body)
        if (Either.isLeft(record)) return
        expect(isRecord(record.right)).toBe(true)
        expect(record.right.holidays.length).toBeLessThanOrEqual(body.length)
      })
    )
  })
})
