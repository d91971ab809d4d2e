/** Cases from public reports on the providers and their clients, played through the whole service. */
import { readFileSync } from "node:fs"
import { layer } from "@effect/vitest"
import { Schema } from "effect"
import { world } from "../support/Harness.ts"
import { Case, run } from "./Case.ts"
import { ownCases } from "./OwnCases.ts"

const reported = Schema.decodeUnknownSync(Schema.parseJson(Schema.Array(Case)))(
  readFileSync("test/fixtures/cases/public.json", "utf8")
)

layer(world, { excludeTestServices: true, timeout: "60 seconds" })("a case", (it) => {
  it.effect.each([...reported, ...ownCases])("$id", run)
})
