/**
 * The documents that buyers and their programs read, held byte for byte: whoever moves code changes none of them.
 */
import { createHash } from "node:crypto"
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { start, world } from "../support/Harness.ts"

/** SHA-256 of each document. One that is to change is compared with the one before, and its hash written here. */
const documents = [
  ["/openapi.json", "148ac20ffa18ca2d7c1e6aa9b6715d08a9c0d240f933785320a726b5b246e584"],
  ["/v1/capabilities", "c03a925912657be6ed2aa92c799cbb4e3eac05099f7756b5b9e5f12de7a410af"]
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
