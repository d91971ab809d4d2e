import { expect, it } from "vitest"
import { render } from "./Render.ts"

it("docs/charges.md is what npm run charges writes", async () => {
  await expect(render()).toMatchFileSnapshot("../../docs/charges.md")
})
