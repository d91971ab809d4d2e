import { describe, expect, it } from "@effect/vitest"
import { Context, Either, JSONSchema, Option, ParseResult, Schema } from "effect"
import { Capability } from "../../src/Api/Capability.ts"
import { HolidaysRequest, holidays } from "../../src/Capabilities/Holidays/contract.ts"
import { pointer } from "../../src/Resources/Problem.ts"
import { china2021 } from "../Providers/Nager/fixtures.ts"

const decode = (body: unknown) =>
  Either.mapLeft(Schema.decodeUnknownEither(HolidaysRequest)(body), (error) =>
    ParseResult.ArrayFormatter.formatErrorSync(error).map(
      ({ _tag, path, message }) =>
        `${pointer(path)}: ${_tag === "Missing" || _tag === "Unexpected" ? _tag : message}`
    )
  )

const country = "/country: must be a country code of 2 letters"
const year = "/year: must be a whole number from 1900 to 2100"

describe("HolidaysRequest", () => {
  it.each([
    ["as it is written", { country: "AT", year: 2026 }, { country: "AT", year: 2026 }],
    ["lower case", { country: "at", year: 2026 }, { country: "AT", year: 2026 }],
    ["mixed case, blanks around", { country: " aT\n", year: 2026 }, { country: "AT", year: 2026 }],
    ["the first year", { country: "AT", year: 1900 }, { country: "AT", year: 1900 }],
    ["the last year", { country: "AT", year: 2100 }, { country: "AT", year: 2100 }],
    ["a whole number with a point", { country: "AT", year: 2026.0 }, { country: "AT", year: 2026 }],
    ["a code that nobody has", { country: "XX", year: 2026 }, { country: "XX", year: 2026 }]
  ])("takes %s", (_, body, expected) => {
    expect(decode(body)).toEqual(Either.right(expected))
  })

  it.each([
    ["a number as the country (#143 of the old enum)", { country: "143", year: 2026 }, [country]],
    ["two digits", { country: "43", year: 2026 }, [country]],
    ["a letter and a digit", { country: "A1", year: 2026 }, [country]],
    ["a real number as the country", { country: 43, year: 2026 }, [country]],
    ["three letters", { country: "AUT", year: 2026 }, [country]],
    ["one letter", { country: "A", year: 2026 }, [country]],
    ["a blank in between", { country: "A T", year: 2026 }, [country]],
    ["letters that are not ASCII", { country: "ÄT", year: 2026 }, [country]],
    ["a Kelvin sign, which lower-cases to k", { country: "\u212aR", year: 2026 }, [country]],
    ["a path", { country: "..", year: 2026 }, [country]],
    ["nothing", { country: "", year: 2026 }, [country]],
    ["country null", { country: null, year: 2026 }, [country]],
    ["1899", { country: "AT", year: 1899 }, [year]],
    ["2101", { country: "AT", year: 2101 }, [year]],
    ["half a year", { country: "AT", year: 2026.5 }, [year]],
    ["a year in quotes", { country: "AT", year: "2026" }, [year]],
    ["year null", { country: "AT", year: null }, [year]],
    ["an infinity", { country: "AT", year: Number.POSITIVE_INFINITY }, [year]],
    ["NaN", { country: "AT", year: Number.NaN }, [year]],
    ["an empty body", {}, ["/country: Missing", "/year: Missing"]],
    ["every problem at once", { country: "AUT", year: 1 }, [country, year]],
    ["an unknown field", { country: "AT", year: 2026, region: "AT-9" }, ["/region: Unexpected"]]
  ])("refuses %s", (_, body, problems) => {
    expect(Either.flip(decode(body)).pipe(Either.map((told) => told.toSorted()))).toEqual(
      Either.right(problems.toSorted())
    )
  })

  it("shows its bounds in the JSON Schema", () => {
    expect(JSONSchema.make(HolidaysRequest, { target: "jsonSchema2020-12" })).toMatchObject({
      type: "object",
      required: ["country", "year"],
      additionalProperties: false,
      properties: {
        country: { type: "string", pattern: "^[A-Za-z]{2}$" },
        year: {
          type: "integer",
          minimum: 1900,
          maximum: 2100,
          description: "Year, from 1900 to 2100",
          examples: [2021]
        }
      }
    })
  })
})

describe("holidays", () => {
  const facts = Option.getOrThrow(Context.getOption(holidays.annotations, Capability))

  it("has the contract's facts", () => {
    expect(facts).toMatchObject({
      id: "holidays",
      category: "calendar",
      price: "0.002",
      provider: { kind: "provider", slugs: ["nager-date"] }
    })
    expect(facts.description.length).toBeLessThanOrEqual(500)
    expect([holidays.method, holidays.path]).toEqual(["POST", "/v1/holidays"])
  })

  it("has an example that fits its schemas, made of the recorded reply", () => {
    expect(decode(facts.example.request)).toEqual(Either.right(facts.example.request))
    const answer = Schema.decodeUnknownSync(holidays.successSchema)(facts.example.response)
    const recorded: ReadonlyArray<Record<string, unknown>> = JSON.parse(china2021)
    expect(answer.data).toEqual({
      country: "CN",
      year: 2021,
      holidays: recorded.map(({ fixed, launchYear, ...kept }) => kept)
    })
  })
})
