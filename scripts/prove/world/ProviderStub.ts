/**
 * The two providers of a history's requests in one server: Frankfurter's rates of any day, Nager.Date's refusal of a
 * year that it does not serve, which makes an answer that is given away.
 */
import type { ProviderFault } from "./Faults.ts"
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

const honest = (url: URL): Reply => {
  if (/AvailableCountries/i.test(url.pathname)) return json(200, [{ countryCode: "DE", name: "Germany" }])
  if (/PublicHolidays/i.test(url.pathname)) return json(400, { title: "Bad Request", status: 400 })
  if (url.pathname === "/v1/currencies") return json(200, { EUR: "Euro", USD: "Dollar", GBP: "Pound" })
  return rates(url)
}

const faulty = (fault: ProviderFault, url: URL): Reply => {
  switch (fault) {
    case "empty":
      // An empty year that is served would be paid for.
      return /PublicHolidays/i.test(url.pathname) ? honest(url) : json(404, { message: "not found" })
    case "status 429":
      return { kind: "answer", status: 429, body: "slow down" }
    case "status 500":
      return { kind: "answer", status: 500, body: "<html>error</html>" }
    case "garbage":
      return { kind: "answer", status: 200, body: "<html>It works!</html>" }
    case "reset":
      return { kind: "reset" }
    case "hang":
      return { kind: "hang" }
    case "slow": {
      const reply = honest(url)
      return reply.kind === "answer" ? { ...reply, millis: slowly } : reply
    }
    case "honest":
      return honest(url)
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
  return {
    /** Lays faults out for the next calls, in place of what is left of the former. */
    plan: (faults: ReadonlyArray<ProviderFault>) => {
      queue.splice(0, queue.length, ...faults)
    },
    answer: async (path: string): Promise<Reply> => {
      const fault = queue.shift() ?? "honest"
      watch.asked(fault)
      await watch.before()
      return faulty(fault, new URL(path, "http://provider"))
    }
  }
}
export type ProviderStub = ReturnType<typeof make>
