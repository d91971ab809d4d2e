/** Writes docs/failures.md from the expectations of the tests. */
import { mkdirSync, writeFileSync } from "node:fs"
import { render } from "../test/Failures/Render.ts"

mkdirSync("docs", { recursive: true })
writeFileSync("docs/failures.md", render())
