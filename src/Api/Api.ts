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
import { Discovery } from "./Discovery.ts"
import { Health } from "./Health.ts"
import { saleFailures } from "./Payment.ts"
import { Payments } from "./Payments.ts"
import { version } from "./Version.ts"
import * as Wire from "./Wire.ts"

/** The groups in which nothing is sold. All others are paid. */
export const freeGroups = ["payments", "discovery", "health"] as const

const group = HttpApiGroup.make

/** Derived from no list: no loop gives the union of groups that the typed client's methods are made of. */
export class Api extends HttpApi.make("almanac")
  .add(group("academic").add(academicSearch).add(academicWork).addError(saleFailures))
  .add(group("crypto").add(cryptoPrice).add(cryptoMarket).addError(saleFailures))
  .add(group("news").add(newsSearch).add(newsTrends).addError(saleFailures))
  .add(group("fx").add(fxRates).addError(saleFailures))
  .add(group("weather").add(weather).addError(saleFailures))
  .add(group("geocode").add(geocode).addError(saleFailures))
  .add(group("holidays").add(holidays).addError(saleFailures))
  .add(group("knowledge").add(knowledgeSearch).addError(saleFailures))
  .add(group("government").add(census).addError(saleFailures))
  .add(group("research").add(research).addError(saleFailures))
  .add(group("information").add(verify).add(evidence).add(compare).addError(saleFailures))
  .add(Payments)
  .add(Discovery)
  .add(Health)
  .addError(Wire.InternalError)
  .addError(Wire.ShuttingDown)
  .annotate(OpenApi.Title, "Almanac")
  .annotate(OpenApi.Version, version)
  .annotate(
    OpenApi.Description,
    "Pay-per-call research and data: normalised facts from real providers, paid per call in USDC over x402. " +
      "An unpaid POST answers 402 with the price in the header PAYMENT-REQUIRED; send the same request again with " +
      "the header PAYMENT-SIGNATURE. What is charged, and what is not: x-charges of each operation (docs/charges.md)."
  ) {}
