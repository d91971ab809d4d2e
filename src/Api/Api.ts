/**
 * The contract: every endpoint of Almanac. Nothing here does I/O, so a client can import it and hand it to
 * `HttpApiClient.make`.
 */
import { HttpApi, OpenApi } from "@effect/platform"
import { Academic } from "./Academic.ts"
import { Crypto } from "./Crypto.ts"
import { Discovery } from "./Discovery.ts"
import { Fx } from "./Fx.ts"
import { Geocode } from "./Geocode.ts"
import { Government } from "./Government.ts"
import { Health } from "./Health.ts"
import { Holidays } from "./Holidays.ts"
import { Information } from "./Information.ts"
import { Knowledge } from "./Knowledge.ts"
import { News } from "./News.ts"
import { Payments } from "./Payments.ts"
import { Research } from "./Research.ts"
import { version } from "./Version.ts"
import { Weather } from "./Weather.ts"
import * as Wire from "./Wire.ts"

export class Api extends HttpApi.make("almanac")
  .add(Academic)
  .add(Crypto)
  .add(News)
  .add(Fx)
  .add(Weather)
  .add(Geocode)
  .add(Holidays)
  .add(Knowledge)
  .add(Government)
  .add(Research)
  .add(Information)
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
