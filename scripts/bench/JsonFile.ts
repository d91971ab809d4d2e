import { readFileSync } from "node:fs"
import { Effect, Schema } from "effect"
import { because } from "./Failure.ts"

/** What a JSON file holds. */
export const read = <A, I>(file: string, schema: Schema.Schema<A, I>) =>
  Effect.try({ try: () => readFileSync(file, "utf8"), catch: because(file) }).pipe(
    Effect.flatMap((text) => Effect.mapError(Schema.decode(Schema.parseJson(schema))(text), because(file)))
  )
