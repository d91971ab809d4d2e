import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { render } from "./Render.ts"

describe("docs/failures.md", () => {
  it("is what npm run matrix writes", () => {
    expect(readFileSync("docs/failures.md", "utf8")).toBe(render())
  })
})
