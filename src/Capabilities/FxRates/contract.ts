import * as Schema from "effect/Schema"
import { capability, providerFailures, strict } from "../../Api/Capability.ts"
import { envelope } from "../../Api/Envelope.ts"
import { CurrencyCode, list, optional, pastDay } from "../../Api/Fields.ts"
import { FxRates } from "../../Resources/facts/FxRates.ts"

/** The first day of the reference rates. Source: European Central Bank, by way of Frankfurter. */
const firstDay = "1999-01-04"

/** Body of `POST /v1/fx/rates`. */
export const FxRatesRequest = Schema.Struct({
  base: CurrencyCode.annotations({
    description: "ISO 4217 code of the base currency, any case",
    examples: ["EUR"]
  }),
  currencies: list(CurrencyCode, 1, 20).annotations({
    description: "ISO 4217 codes of the target currencies, any case",
    examples: [["USD", "GBP"]]
  }),
  date: optional(
    pastDay(firstDay).annotations({
      description: `Day of the rates, YYYY-MM-DD, from ${firstDay} to today (UTC); the latest rates when left out`,
      examples: ["2022-06-29"]
    })
  )
}).annotations({ ...strict, title: "Exchange rates request" })

const example = {
  request: { base: "EUR", currencies: ["USD", "GBP"], date: "2022-06-29" },
  response: {
    data: { base: "EUR", date: "2022-06-29", rates: { USD: 1.0517, GBP: 0.86461 } },
    meta: { requestId: "req_3f0c9b5a7d1e4c2f8a6b0d9e7c5f3a1b" }
  }
}

/** `POST /v1/fx/rates` */
export const fxRates = capability("rates", "/v1/fx/rates", {
  id: "fx.rates",
  name: "Exchange rates",
  description:
    "Official daily reference rates of the European Central Bank, latest or of a past day; not trading prices. " +
    "Source: ECB statistics by way of Frankfurter (https://frankfurter.dev).",
  category: "finance",
  price: "0.002",
  provider: { kind: "provider", slugs: ["frankfurter"] },
  // No rates for a currency or a day is a refusal.
  charges: { never: ["empty"] },
  example
})
  .setPayload(FxRatesRequest)
  .addSuccess(envelope(FxRates, {}))
  .addError(providerFailures)
