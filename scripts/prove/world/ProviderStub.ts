/**
 * The providers of a history's requests in one server. Nager.Date refuses the year, which makes an answer that is given
 * away; the sources of composites have what they are set to.
 */
import type { ProviderFault, SourceState } from "./Faults.ts"
import { json, type Reply } from "./Listener.ts"

/** Milliseconds of real time that a slow answer takes. */
const slowly = 25

const rates = (url: URL): Reply =>
  json(200, {
    amount: 1,
    base: url.searchParams.get("base"),
    date: url.pathname.split("/").at(-1),
    rates: Object.fromEntries(
      (url.searchParams.get("symbols") ?? "").split(",").map((code, index) => [code, 1.25 + index])
    )
  })

/** Three days, of the columns that were asked for. */
const forecast = (url: URL): Reply => {
  const columns = (url.searchParams.get("daily") ?? "").split(",").filter((name) => name !== "")
  return json(200, {
    latitude: Number(url.searchParams.get("latitude")),
    longitude: Number(url.searchParams.get("longitude")),
    timezone: "Europe/Berlin",
    current: { time: "2026-09-29T00:45", temperature_2m: 18.8 },
    daily: {
      time: ["2026-09-29", "2026-09-30", "2026-10-01"],
      ...Object.fromEntries(columns.map((name) => [name, [21, 22, 23]]))
    }
  })
}

const markets = (url: URL): Reply =>
  json(
    200,
    (url.searchParams.get("ids") ?? "").split(",").map((id) => ({
      id,
      symbol: id.slice(0, 3),
      name: id,
      current_price: 12.5,
      market_cap: 1_000
    }))
  )

const volume = (): Reply =>
  json(200, {
    timeline: [
      {
        series: "Article Count",
        data: [{ date: "20260927T000000Z", value: 7, norm: 1_000 }]
      }
    ]
  })

const nothing = { works: { meta: { count: 0 }, results: [] }, entities: { search: [], results: [] } }

const works = (url: URL): Reply =>
  json(200, {
    meta: { count: 1 },
    results: [{ id: "https://openalex.org/W11", title: `On ${url.searchParams.get("search") ?? "much"}` }]
  })

const entities = (url: URL): Reply =>
  json(200, {
    search: [{ id: "Q42", label: url.searchParams.get("search") ?? "thing", description: "a planet" }],
    results: []
  })

const down: Reply = { kind: "answer", status: 500, body: "<html>error</html>" }

/** OpenAlex, Crossref and Wikidata, as a state of the sources has them. `undefined`: another provider's path. */
const source = (url: URL, state: SourceState): Reply | undefined => {
  if (url.pathname === "/works") {
    // Crossref's path is the same: it is asked where OpenAlex has failed.
    if (state === "works fail" || state === "works fail, no entities" || state === "all fail") return down
    return state === "no works" || state === "nothing" ? json(200, nothing.works) : works(url)
  }
  if (!url.pathname.startsWith("/w/")) return undefined
  if (state === "all fail") return down
  return state === "works fail, no entities" || state === "nothing"
    ? json(200, nothing.entities)
    : entities(url)
}

const honest = (url: URL, state: SourceState): Reply => {
  const { pathname } = url
  if (/AvailableCountries/i.test(pathname)) return json(200, [{ countryCode: "DE", name: "Germany" }])
  if (/PublicHolidays/i.test(pathname)) return json(400, { title: "Bad Request", status: 400 })
  if (pathname === "/v1/currencies") return json(200, { EUR: "Euro", USD: "Dollar", GBP: "Pound" })
  if (pathname === "/v1/forecast") return forecast(url)
  if (pathname === "/api/v3/coins/markets") return markets(url)
  if (pathname === "/api/v2/doc/doc") return volume()
  return source(url, state) ?? rates(url)
}

const faulty = (fault: ProviderFault, url: URL, state: SourceState): Reply => {
  switch (fault) {
    case "empty":
      // An empty year that is served would be paid for.
      return /PublicHolidays|\/works|\/w\//i.test(url.pathname)
        ? honest(url, state)
        : json(404, { message: "not found" })
    case "status 429":
      return { kind: "answer", status: 429, body: "slow down" }
    case "status 500":
      return down
    case "garbage":
      return { kind: "answer", status: 200, body: "<html>It works!</html>" }
    case "reset":
      return { kind: "reset" }
    case "hang":
      return { kind: "hang" }
    case "slow": {
      const reply = honest(url, state)
      return reply.kind === "answer" ? { ...reply, millis: slowly } : reply
    }
    case "honest":
      return honest(url, state)
  }
}

/** What the provider tells of itself while it is asked. */
export interface Watch {
  readonly asked: (fault: ProviderFault) => void
  /** Holds an answer back. */
  readonly before: () => Promise<void>
}

/** A provider. */
export const make = (watch: Watch) => {
  const queue: Array<ProviderFault> = []
  let state: SourceState = "all"
  return {
    /** Lays faults out for the next calls, in place of what is left of the former. */
    plan: (faults: ReadonlyArray<ProviderFault>, sources: SourceState = "all") => {
      queue.splice(0, queue.length, ...faults)
      state = sources
    },
    answer: async (path: string): Promise<Reply> => {
      const fault = queue.shift() ?? "honest"
      watch.asked(fault)
      await watch.before()
      return faulty(fault, new URL(path, "http://provider"), state)
    }
  }
}
export type ProviderStub = ReturnType<typeof make>
