/**
 * The documents that buyers and their programs read, held byte for byte: whoever moves code changes none of them.
 */
import { createHash } from "node:crypto"
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { start, world } from "../support/Harness.ts"

/** SHA-256 of each document. One that is to change is compared with the one before, and its hash written here. */
const documents = [
  ["/openapi.json", "eaf1a9e3a81d5de4e082675b5dd03e975fdf2d312835063318dc92427c3b17b8"],
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
