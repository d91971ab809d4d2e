/**
 * What the ledger keeps of a request, by which it knows the same one again. After a change of version an answer of before is
 * fetched by it, so a value here changes only where docs/backup.md ("Versions side by side") is followed.
 */
import { HttpApi } from "@effect/platform"
import { expect, it } from "@effect/vitest"
import { Context, Option, Schema } from "effect"
import { Api } from "../../src/Api/Api.ts"
import { Capability } from "../../src/Api/Capability.ts"
import { requestHash } from "../../src/Payment/request/RequestHash.ts"

/** Of the example that each capability has in the contract. */
const known = {
  "academic.search": "b2e689a3a3522af86287e9d3997a8512a78b855b6ac1f435ebc1c627595d57e1",
  "academic.work": "86f8405c7271bba25644403c89cf39be8c99d8ac92bc4a28363c2f483a10361a",
  "crypto.market": "9115e7bf8510c702f564ee9c773fe12ca7a609f71906c419e7564415e7fe96aa",
  "crypto.price": "cf46f6dc02c9b8ba690877f0909670c0144fdc12abfb22033dd33e2186386a1b",
  "fx.rates": "102eab87026b77679ff89f43d74efd839e6388f4cf54ba4db0ed67b8188e2de6",
  geocode: "06be184005bbccf947f0c93c44ad2859c56f930c98b726495fc251909ad4dedc",
  "government.census": "11ac6c851ba2ddceb5663d1b4bdd06775c9dcc87bb7cc74b9dec0a35ad8ff738",
  holidays: "7eb7004ee2d328fc557688f2dbac5e598738900d5c01b5e8e4f14b796dc5c94f",
  "information.compare": "7d7e834fc7d0eb507b46e9433e65cb15ac4c286f5a480ed8f2883fd878e575c0",
  "information.evidence": "6e0fe274b979a42ff8341e107d4baea7c8200310434039cef3ac101c333c6e95",
  "information.verify": "61cc6403c3e24dca3c2ec89b806655976976d07434da4101d7834e1bb737e8fb",
  "knowledge.search": "079f7b13ebae11b1089ceed585b9ed66911308862b8d83b102c13c6c550ba3d8",
  "news.search": "cf54b1910a71f42c224525e8c9e3b9c638835300c7ca914b77ea70dc6df05099",
  "news.trends": "159fa82ff793ffb68672d855b8db456363d7766de687f247b37855457625d94e",
  research: "df749762d31595caf75814d61544a21375029c94bbf717a4f92a23a568f20629",
  weather: "05a9d599b28c14a38a6f463c5c7052ba7a38953f8ae3f239c7b503364679b0b8"
}

it("is the same in every version", () => {
  const hashes: Record<string, string> = {}
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint: { method, path, payloadSchema }, mergedAnnotations }) => {
      const facts = Context.getOption(mergedAnnotations, Capability)
      if (Option.isNone(facts) || Option.isNone(payloadSchema)) return
      const decoded = Schema.decodeUnknownSync(payloadSchema.value)(facts.value.example.request)
      const canonical = Schema.encodeSync(payloadSchema.value)(decoded)
      hashes[facts.value.id] = requestHash(method, path, canonical)
    }
  })
  expect(hashes).toEqual(known)
})
