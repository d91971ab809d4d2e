import { describe, expect, it } from "@effect/vitest"
import { tableRequest } from "../../../src/Providers/Census/request.ts"

describe("tableRequest", () => {
  it("variables in their order, one clause of geography", () => {
    expect(
      tableRequest({
        dataset: "acs/acs1",
        year: 2019,
        variables: ["NAME", "B01001_001E", "B19013_001E"],
        forGeography: "state:*"
      })
    ).toEqual({
      path: "/data/2019/acs/acs1",
      template: "/data/{year}/{dataset}",
      query: { get: "NAME,B01001_001E,B19013_001E", for: "state:*" },
      accept: [204, 302, 400, 404]
    })
  })

  it("a level with blanks and a slash, percent-encoded by the client", () => {
    expect(
      tableRequest({
        dataset: "acs/acs5",
        year: 2022,
        variables: ["NAME"],
        forGeography: "metropolitan statistical area/micropolitan statistical area:*"
      }).query
    ).toEqual({ get: "NAME", for: "metropolitan statistical area/micropolitan statistical area:*" })
  })
})
