/**
 * The documents that buyers and their programs read, held byte for byte: whoever moves code changes none of them.
 */
import { createHash } from "node:crypto"
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { start, world } from "../support/Harness.ts"

/** SHA-256 of each document. One that is to change is compared with the one before, and its hash written here. */
const documents = [
  ["/openapi.json", "aeaae2a6b131a289b519d9211bc9f9ea6f1a7f540d95a3cf2240c9d946b256ba"],
  ["/v1/capabilities", "f84eb8eea2fdb056b8911015dff30ca2507d1a561535a03da442587c102fa3d8"]
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
