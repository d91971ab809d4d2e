import * as Schema from "effect/Schema"
import { capability, providerFailures, strict } from "../../Api/Capability.ts"
import { envelope } from "../../Api/Envelope.ts"
import { CountryCode, wholeNumber } from "../../Api/Fields.ts"
import { Holidays as Resource } from "../../Resources/facts/Holidays.ts"

/** Body of `POST /v1/holidays`. */
export const HolidaysRequest = Schema.Struct({
  country: CountryCode.annotations({
    description: "ISO 3166-1 alpha-2 code of the country, any case",
    examples: ["CN"]
  }),
  year: wholeNumber(1900, 2100).annotations({ description: "Year, from 1900 to 2100", examples: [2021] })
}).annotations({ ...strict, title: "Holidays request" })

/** An entry of the recorded reply for China, 2021: nationwide and public, as all of them are. */
const chinese = (date: string, localName: string, name: string) => ({
  date,
  name,
  localName,
  countryCode: "CN",
  global: true,
  counties: null,
  types: ["Public"]
})

const example = {
  request: { country: "CN", year: 2021 },
  response: {
    data: {
      country: "CN",
      year: 2021,
      holidays: [
        chinese("2021-01-01", "元旦", "New Year's Day"),
        chinese("2021-02-12", "春节", "Chinese New Year (Spring Festival)"),
        chinese("2021-04-05", "清明节", "Qingming Festival (Tomb-Sweeping Day)"),
        chinese("2021-05-01", "劳动节", "Labour Day"),
        chinese("2021-06-14", "端午节", "Dragon Boat Festival"),
        chinese("2021-09-21", "中秋节", "Mid-Autumn Festival"),
        chinese("2021-10-01", "国庆节", "National Day")
      ]
    },
    meta: { requestId: "req_3f0c9b5a7d1e4c2f8a6b0d9e7c5f3a1b" }
  }
}

/** `POST /v1/holidays` */
export const holidays = capability("holidays", "/v1/holidays", {
  id: "holidays",
  name: "Public holidays",
  description:
    "Public holidays of a country in a year, with local names, regions and kinds. Movable feasts of lunar " +
    "calendars are missing for some countries. A year that the provider does not serve (it serves about 50 " +
    "either way) gives an empty list with the header X-Coverage: none, uncharged. Source: Nager.Date " +
    "(https://date.nager.at), MIT licence (https://github.com/nager/Nager.Date).",
  category: "calendar",
  price: "0.002",
  provider: { kind: "provider", slugs: ["nager-date"] },
  charges: { also: ["not-covered"] },
  example
})
  .setPayload(HolidaysRequest)
  .addSuccess(envelope(Resource, {}))
  .addError(providerFailures)
