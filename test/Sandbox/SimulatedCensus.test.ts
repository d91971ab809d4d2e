import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpClient, NodeHttpServer } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import { Context, Effect, Either, Layer, Option } from "effect"
import { Capability } from "../../src/Api/Capability.ts"
import { census } from "../../src/Capabilities/GovernmentCensus/contract.ts"
import * as Census from "../../src/Providers/Census/index.ts"
import { type CensusQuery, CensusTables } from "../../src/Providers/ports/CensusTables.ts"
import { router } from "../../src/Sandbox/providers/SimulatedCensus.ts"

const fixture = (name: string) =>
  readFileSync(new URL(`../fixtures/census/${name}`, import.meta.url), "utf8").trim()

const get = (path: string, on = router) =>
  Effect.gen(function* () {
    const app = yield* HttpRouter.toHttpApp(on)
    const request = HttpServerRequest.fromWeb(new Request(`http://sandbox${path}`))
    const response = HttpServerResponse.toWeb(
      yield* Effect.provideService(app, HttpServerRequest.HttpServerRequest, request)
    )
    const text = yield* Effect.promise(() => response.text())
    return { status: response.status, text, type: response.headers.get("content-type") }
  }).pipe(Effect.orDie)

const geography = "error: unknown/unsupported geography hierarchy"
const states =
  '[["NAME","B01001_001E","state"],\n["Alabama","4903185","01"],\n["Alaska","731158","02"],\n["Arizona","7278717","04"]]'

describe("SimulatedCensus", () => {
  it.effect.each([
    ["/data/2019/acs/acs1?get=NAME,B01001_001E&for=state:*", 200, states],
    ["/data/2019/acs/acs1?get=NAME%2CB01001_001E&for=state%3A*&key=any", 200, states],
    [
      "/data/2019/acs/acs1?get=NAME&for=state:04,01",
      200,
      '[["NAME","state"],\n["Alabama","01"],\n["Arizona","04"]]'
    ],
    [
      "/data/2019/acs/acs1?get=B01001_001E,NAME&for=state:02",
      200,
      '[["B01001_001E","NAME","state"],\n["731158","Alaska","02"]]'
    ],
    [
      "/data/2019/acs/acs1?get=NAME,NAME&for=state:02",
      200,
      '[["NAME","NAME","state"],\n["Alaska","Alaska","02"]]'
    ],
    [
      "/data/2009/acs/acs5?get=NAME,B01001_001E&for=us:1",
      200,
      '[["NAME","B01001_001E","us"],\n["United States","301461533","1"]]'
    ],
    [
      "/data/2019/acs/acs5?get=NAME,B01001_001E&for=us:*",
      200,
      '[["NAME","B01001_001E","us"],\n["United States","324697795","1"]]'
    ],
    [
      "/data/2018/acs/acs5?get=B19013_001E&for=county:510",
      200,
      '[["B19013_001E","state","county"],\n["48840","24","510"]]'
    ],
    [
      "/data/2009/acs/acs5?get=NAME&for=congressional+district:00",
      200,
      '[["NAME","state","congressional district"],\n["Congressional District (at Large), Alaska (111th Congress)","02","00"]]'
    ],
    // A sound query that matches nothing, or a level that was not recorded.
    ["/data/2019/acs/acs1?get=NAME&for=state:99", 204, ""],
    ["/data/2019/acs/acs1?get=NAME&for=region:*", 204, ""],
    // As recorded.
    [
      "/data/2019/acs/acs1?get=NAME,B15003_001E&for=state:*",
      400,
      fixture("error_400_unknown_variable_2026.txt")
    ],
    ["/data/2019/acs/acs1?get=NAME&for=tract:*", 400, fixture("error_400_unsupported_geography.txt")],
    ["/data/2019/acs/acs1?get=NAME&for=galaxy:*", 400, geography],
    ["/data/2019/acs/acs1?get=state&for=state:*", 400, "error: unknown variable 'state'"],
    ["/data/2019/acs/acs1?get=NAME&for=state", 400, "error: invalid 'for' argument"],
    ["/data/2019/acs/acs1?get=NAME", 400, "error: invalid 'for' argument"],
    ["/data/2019/acs/acs1?for=state:*", 400, "error: missing 'get' argument"],
    [
      `/data/2019/acs/acs1?get=${"NAME,".repeat(51)}&for=state:*`,
      400,
      "error: 'get' is limited to 50 variables"
    ]
  ] as const)("%s", ([path, status, text]) =>
    Effect.gen(function* () {
      const seen = yield* get(path)
      expect([seen.status, seen.text]).toEqual([status, text])
      if (status === 200) expect(seen.type).toBe("application/json;charset=utf-8")
      if (status === 400) expect(seen.type).toMatch(/^text\/plain/)
    })
  )

  it.effect.each([
    ["acs1", 2019, "state", "acs1_2019_state_trimmed.json"],
    ["acs5", 2009, "us", "acs5_2009_us.json"],
    ["acs5", 2009, "state", "acs5_2009_state_trimmed.json"],
    ["acs5", 2009, "county", "acs5_2009_county_trimmed.json"],
    ["acs5", 2009, "congressional district", "acs5_2009_congressional_district_trimmed.json"],
    ["acs5", 2015, "state", "acs5_2015_state_one.json"]
  ] as const)("%s %s by %s is the recording", ([survey, year, level, name]) =>
    Effect.gen(function* () {
      const { text } = yield* get(`/data/${year}/acs/${survey}?get=NAME,B01001_001E&for=${level}:*`)
      expect(JSON.parse(text)).toEqual(JSON.parse(fixture(name)))
    })
  )

  it.effect("the states of 2019 add up to the nation as published", () =>
    Effect.gen(function* () {
      const { text } = yield* get("/data/2019/acs/acs5?get=B01001_001E&for=state:*")
      const rows: ReadonlyArray<ReadonlyArray<string>> = JSON.parse(text).slice(1)
      expect(rows.length).toBe(52)
      const outsidePuertoRico = rows.filter(([, state]) => state !== "72")
      expect(outsidePuertoRico.reduce((sum, [count]) => sum + Number(count), 0)).toBe(324_697_795)
    })
  )

  it.effect.each([
    "/data/2020/acs/acs1",
    "/data/2030/acs/acs5",
    "/data/2019/acs/acs3",
    "/data/2019/dec/pl",
    "/"
  ])("%s is not found", (path) =>
    Effect.gen(function* () {
      const { status, text } = yield* get(`${path}?get=NAME&for=state:*`)
      expect(status).toBe(404)
      expect(text).toContain("<title>404 Not Found</title>")
    })
  )

  it.effect("answers below a mount point too", () =>
    Effect.gen(function* () {
      const mounted = HttpRouter.empty.pipe(HttpRouter.mount("/us-census", router))
      const path = "/us-census/data/2019/acs/acs1?get=NAME,B01001_001E&for=state:*"
      expect((yield* get(path, mounted)).text).toBe(states)
    })
  )
})

describe("Census against the simulation, over a socket", () => {
  const simulation = HttpServer.serve(router).pipe(
    Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" }))
  )

  const layer = Layer.unwrapEffect(
    HttpServer.addressFormattedWith((baseUrl) =>
      Effect.succeed(
        Census.layer({
          baseUrl,
          deadline: "20 seconds",
          userAgent: "almanac/0.1.0 (test)",
          apiKey: Option.none()
        })
      )
    )
  ).pipe(Layer.provide(simulation), Layer.provide(NodeHttpClient.layerUndici))

  const query: CensusQuery = {
    dataset: "acs/acs1",
    year: 2019,
    variables: ["NAME", "B01001_001E"],
    forGeography: "state:01,02,04"
  }

  const table = (asked: Partial<CensusQuery>) =>
    Effect.flatMap(CensusTables, (port) => port.table({ ...query, ...asked })).pipe(
      Effect.either,
      Effect.map(
        Either.match({
          onRight: (record): unknown => record,
          onLeft: (error) => (error._tag === "QueryRefused" ? error.problems : error._tag)
        })
      )
    )

  it.scopedLive("the example of the capability, nothing, and refusals", () =>
    Effect.gen(function* () {
      const { example } = Context.unsafeGet(census.annotations, Capability)
      expect(example).toMatchObject({ request: query, response: { data: yield* table({}) } })
      expect(yield* table({ forGeography: "state:99" })).toEqual({
        dataset: "acs/acs1",
        year: 2019,
        columns: ["NAME", "B01001_001E"],
        rows: []
      })
      expect(yield* table({ variables: ["NAME", "B15003_001E"] })).toEqual([
        { pointer: "/variables/1", message: "must be a variable of acs/acs1 2019" }
      ])
      expect(yield* table({ forGeography: "tract:*" })).toEqual([
        {
          pointer: "/forGeography",
          message: "must be a geography that acs/acs1 2019 has without a larger one around it"
        }
      ])
      expect(yield* table({ year: 2020 })).toEqual([
        { pointer: "/year", message: "must be a year with data: acs/acs1 has none for 2020" }
      ])
    }).pipe(Effect.provide(layer))
  )
})
