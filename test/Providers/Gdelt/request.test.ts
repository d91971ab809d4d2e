import { describe, expect, it } from "@effect/vitest"
import { articlesRequest, volumeRequest } from "../../../src/Providers/Gdelt/request.ts"

describe("articlesRequest", () => {
  it("asks for JSON, best matches first, over the whole window (3.1: the default format is HTML)", () => {
    expect(articlesRequest('"AI safety" Europe', 30)).toEqual({
      path: "/api/v2/doc/doc",
      query: {
        query: '"AI safety" Europe',
        mode: "artlist",
        format: "json",
        maxrecords: "30",
        sort: "hybridrel"
      }
    })
  })

  // GDELT gives 250 at most.
  it.each([
    [3, "3"],
    [250, "250"],
    [251, "250"]
  ])("for %i records asks for %s", (records, maxrecords) => {
    expect(articlesRequest("climate", records).query).toMatchObject({ maxrecords })
  })
})

describe("volumeRequest", () => {
  it("asks for counts with their norm, by timespan alone (cyanheads/gdelt-mcp-server #22)", () => {
    expect(volumeRequest("climate change", "7d")).toEqual({
      path: "/api/v2/doc/doc",
      query: { query: "climate change", mode: "timelinevolraw", format: "json", timespan: "7d" }
    })
  })

  // The units that GDELT documents.
  it.each([
    ["15min", "15min"],
    ["1h", "1h"],
    ["1hour", "1h"],
    ["24hours", "24h"],
    ["1day", "1d"],
    ["7days", "7d"],
    ["1week", "1w"],
    ["2weeks", "2w"],
    ["3m", "3m"],
    ["1month", "1m"],
    ["12months", "12m"],
    ["1year", "1y"],
    ["9years", "9y"]
  ])("writes %s as %s", (timespan, sent) => {
    expect(volumeRequest("climate", timespan).query).toMatchObject({ timespan: sent })
  })
})
