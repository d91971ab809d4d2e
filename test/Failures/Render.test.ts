import { expect, it } from "vitest"
import { render } from "./Render.ts"

it("docs/failures.md is what npm run matrix writes", async () => {
  await expect(render()).toMatchFileSnapshot("../../docs/failures.md")
})
