/** Writes docs/charges.md from the table of charges. */
import { mkdirSync, writeFileSync } from "node:fs"
import { render } from "../test/Charges/Render.ts"

mkdirSync("docs", { recursive: true })
writeFileSync("docs/charges.md", render())
