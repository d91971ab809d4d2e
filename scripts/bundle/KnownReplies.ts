/**
 * The shapes of the providers' recorded replies, for the canary of the image: it compares without having the recordings.
 */
import type { Plugin } from "esbuild"
import type { Shape } from "../canary/Shape.ts"

/** The shape as an expression of JavaScript. */
const expression = ({ fields, items, types }: Shape): string => {
  const below = Array.from(fields, ([key, field]) => `[${JSON.stringify(key)},${expression(field)}]`)
  const types_ = JSON.stringify([...types])
  return `{types:new Map(${types_}),fields:new Map([${below.join()}]),items:${items === undefined ? "undefined" : expression(items)}}`
}

/** Puts them in the place of `scripts/canary/Known.ts`. */
export const knownReplies: Plugin = {
  name: "known replies",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/canary\/Known\.ts$/ }, async () => {
      // Both load all providers: only where a canary is bundled.
      const [{ known }, { operations }] = await Promise.all([
        import("../canary/Known.ts"),
        import("../canary/Operations.ts")
      ])
      const entries = operations.map((one) => `${JSON.stringify(one.name)}:${expression(known(one))}`)
      return { contents: `const shapes={${entries.join()}};export const known=({name})=>shapes[name]` }
    })
  }
}
