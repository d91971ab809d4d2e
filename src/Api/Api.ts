/**
 * The contract: every endpoint of Almanac. Nothing here does I/O, so a client can import it and hand it to
 * `HttpApiClient.make`.
 */
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { academicSearch } from "../Capabilities/AcademicSearch/contract.ts"
import { academicWork } from "../Capabilities/AcademicWork/contract.ts"
import { compare } from "../Capabilities/Compare/contract.ts"
import { cryptoMarket } from "../Capabilities/CryptoMarket/contract.ts"
import { cryptoPrice } from "../Capabilities/CryptoPrice/contract.ts"
import { evidence } from "../Capabilities/Evidence/contract.ts"
import { fxRates } from "../Capabilities/FxRates/contract.ts"
import { geocode } from "../Capabilities/Geocode/contract.ts"
import { census } from "../Capabilities/GovernmentCensus/contract.ts"
import { holidays } from "../Capabilities/Holidays/contract.ts"
import { knowledgeSearch } from "../Capabilities/KnowledgeSearch/contract.ts"
import { newsSearch } from "../Capabilities/NewsSearch/contract.ts"
import { newsTrends } from "../Capabilities/NewsTrends/contract.ts"
import { research } from "../Capabilities/Research/contract.ts"
import { verify } from "../Capabilities/Verify/contract.ts"
import { weather } from "../Capabilities/Weather/contract.ts"
import { saleFailures } from "./Capability.ts"
import { Discovery } from "./Discovery.ts"
import { Health } from "./Health.ts"
import { Payments } from "./Payments.ts"
import { version } from "./Version.ts"
import * as Wire from "./Wire.ts"

/** The groups in which nothing is sold. All others are paid. */
export const freeGroups = ["payments", "discovery", "health"] as const

/** A group of paid endpoints, and what they are about. */
const group = <const Name extends string>(name: Name, about: string) =>
  HttpApiGroup.make(name).annotate(OpenApi.Description, about)

/** Derived from no list: no loop gives the union of groups that the typed client's methods are made of. */
export class Api extends HttpApi.make("almanac")
  .add(
    group("academic", "Scholarly works: a search, and one by its DOI")
      .add(academicSearch)
      .add(academicWork)
      .addError(saleFailures)
  )
  .add(
    group("crypto", "Prices and market data of crypto assets")
      .add(cryptoPrice)
      .add(cryptoMarket)
      .addError(saleFailures)
  )
  .add(
    group("news", "Articles of the world's news sites, and how much there is on a subject")
      .add(newsSearch)
      .add(newsTrends)
      .addError(saleFailures)
  )
  .add(group("fx", "Reference rates of currencies").add(fxRates).addError(saleFailures))
  .add(group("weather", "Forecasts for a place").add(weather).addError(saleFailures))
  .add(group("geocode", "From addresses to places and back").add(geocode).addError(saleFailures))
  .add(group("holidays", "Public holidays of countries").add(holidays).addError(saleFailures))
  .add(group("knowledge", "Entities of a knowledge base").add(knowledgeSearch).addError(saleFailures))
  .add(group("government", "Official statistics").add(census).addError(saleFailures))
  .add(group("research", "Several sources at once on a question").add(research).addError(saleFailures))
  .add(
    group("information", "Claims, evidence and comparisons from several sources")
      .add(verify)
      .add(evidence)
      .add(compare)
      .addError(saleFailures)
  )
  .add(Payments)
  .add(Discovery)
  .add(Health)
  .addError(Wire.MethodNotAllowed)
  .addError(Wire.InternalError)
  .addError(Wire.ShuttingDown)
  .annotate(OpenApi.Title, "Almanac")
  .annotate(OpenApi.Version, version)
  .annotate(
    OpenApi.Description,
    "Pay-per-call research and data: normalised facts from real providers, paid per call in USDC over x402. " +
      "An unpaid POST answers 402 with the price in the header PAYMENT-REQUIRED; send the same request again with " +
      "the header PAYMENT-SIGNATURE. Agents call them as MCP tools at /mcp. What is charged, and " +
      "what is not: x-charges describes every way in which a call can end; everyCall are those of every paid call, and " +
      "x-charges of an operation names its others."
  ) {}
