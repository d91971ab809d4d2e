import { describe, expect, it } from "@effect/vitest"
import { countriesRequest, holidaysRequest } from "../../../src/Providers/Nager/request.ts"

describe("holidaysRequest", () => {
  it.each([
    {
      name: "year before country, and v3 (#986: v4 has them the other way round, and no local names)",
      asked: holidaysRequest({ country: "JP", year: 2024 }),
      path: "/api/v3/PublicHolidays/2024/JP"
    },
    {
      name: "a year that Nager.Date does not serve is asked for all the same (#812): its window may move",
      asked: holidaysRequest({ country: "AT", year: 2100 }),
      path: "/api/v3/PublicHolidays/2100/AT"
    },
    {
      name: "the first year of our contract",
      asked: holidaysRequest({ country: "US", year: 1900 }),
      path: "/api/v3/PublicHolidays/1900/US"
    }
  ])("$name", ({ asked, path }) => {
    expect(asked).toEqual({
      path,
      template: "/api/v3/PublicHolidays/{year}/{country}",
      accept: [204, 400, 404]
    })
  })
})

describe("countriesRequest", () => {
  it("accepts a list and nothing else", () => {
    expect(countriesRequest).toEqual({ path: "/api/v3/AvailableCountries" })
  })
})
