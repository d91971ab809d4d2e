/**
 * The documents that buyers and their programs read, held byte for byte: whoever moves code changes none of them.
 */
import { createHash } from "node:crypto"
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { start, world } from "../support/Harness.ts"

/** SHA-256 of each document. One that is to change is compared with the one before, and its hash written here. */
const documents = [
  ["/openapi.json", "5ae6c8b2648289d47ab1cd0253f63e72e02b7fa87b9a4443f8042690e4272b2b"],
  ["/v1/capabilities", "845cc952953feb4debfb959e132001d6a64672d443222aa1ec6c7b4d1303feb2"]
] as const

layer(world, { timeout: "60 seconds" })("a document", (it) => {
  it.scoped.each(documents)("%s is the one that is known", ([path, known]) =>
    Effect.gen(function* () {
      const { url } = yield* start({ environment: { PUBLIC_URL: "https://almanac.example" } })
      const text = yield* Effect.promise(async () => (await fetch(`${url}${path}`)).text())
      const lasting = text.replace(/"requestId":"req_[0-9a-f]{32}"\}\}$/, "")
      expect(createHash("sha256").update(lasting).digest("hex")).toBe(known)
    })
  )
})
