/**
 * Facilitator and providers in one process, that cost next to nothing: every payment is good and settles, every
 * query has an answer. `POST /control` sets how long each provider, `verify` and `settle` take, or holds the answers of
 * providers back; `GET /control` counts what was asked.
 */
import { createServer } from "node:http"

const counts = { verify: 0, settle: 0, provider: 0 }
let delays = {}
let isHolding = false
let held = []

const send = (response, body) => {
  const text = JSON.stringify(body)
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(text) })
  response.end(text)
}

const later = (name, answer) => {
  if ((delays[name] ?? 0) > 0) setTimeout(answer, delays[name])
  else answer()
}

const read = (request, then) => {
  const chunks = []
  request.on("data", (chunk) => chunks.push(chunk))
  request.on("end", () => then(JSON.parse(Buffer.concat(chunks).toString() || "null")))
}

const payerOf = ({ paymentPayload }) => paymentPayload.payload.authorization.from

const facilitator = {
  "/verify": (ask, response) => {
    counts.verify += 1
    later("verify", () => send(response, { isValid: true, payer: payerOf(ask) }))
  },
  "/settle": (ask, response) => {
    counts.settle += 1
    const { network } = ask.paymentRequirements
    const transaction = ask.paymentPayload.payload.authorization.nonce
    later("settle", () => send(response, { success: true, transaction, network, payer: payerOf(ask) }))
  }
}

const frankfurter = ({ pathname, searchParams }) => {
  const base = searchParams.get("base")
  const symbols = (searchParams.get("symbols") ?? "").split(",")
  const day = pathname.slice(pathname.lastIndexOf("/") + 1)
  const rates = Object.fromEntries(symbols.map((code, index) => [code, 1.0517 + index]))
  return { amount: 1, base, date: day === "latest" ? "2022-06-29" : day, rates }
}

const openalex = () => ({
  meta: { count: 1 },
  results: [
    {
      id: "https://openalex.org/W1",
      doi: "https://doi.org/10.1234/bench.1",
      title: "A work about the query",
      publication_year: 2020,
      cited_by_count: 3,
      open_access: { is_oa: true },
      authorships: [{ author: { display_name: "A. Author" } }]
    }
  ]
})

const wikidata = () => ({
  search: [
    {
      id: "Q1",
      label: "The query",
      description: "a thing of that name",
      display: { label: { value: "The query" }, description: { value: "a thing of that name" } },
      match: { type: "label", text: "The query" }
    }
  ]
})

const gdelt = () => ({
  articles: [
    {
      url: "https://news.example/query",
      title: "News of the query",
      seendate: "20260501T120000Z",
      domain: "news.example",
      language: "English",
      sourcecountry: "Ireland"
    }
  ]
})

const providers = { frankfurter, openalex, wikidata, gdelt }

const provide = (response, url) => {
  const [, name = ""] = url.pathname.split("/")
  const provider = providers[name]
  if (provider === undefined) {
    response.writeHead(404).end()
    return
  }
  counts.provider += 1
  const answer = () => send(response, provider(url))
  if (isHolding) held.push(answer)
  else later(name, answer)
}

const control = ({ hold = isHolding, ...rest }) => {
  isHolding = hold
  delays = rest.delays ?? delays
  if (isHolding) return
  for (const answer of held) answer()
  held = []
}

const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
  const play = facilitator[request.url]
  if (play !== undefined) return read(request, (ask) => play(ask, response))
  if (request.url === "/control" && request.method === "GET")
    return send(response, { ...counts, held: held.length })
  if (request.url === "/control")
    return read(request, (orders) => {
      control(orders)
      send(response, {})
    })
  if (request.url === "/supported")
    return send(response, {
      kinds: [{ x402Version: 2, scheme: "exact", network: "eip155:84532" }],
      extensions: [],
      signers: {}
    })
  return provide(response, new URL(request.url, "http://stub.invalid"))
})
server.listen(Number(process.argv[2]), "127.0.0.1")
