/**
 * Takes the pictures of the pages in docs/images, of a sandbox that runs:
 *
 *   npm run sandbox
 *   npm run screenshots [-- URL]
 */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { launch } from "./process/Chromium.ts"

const [url = "http://localhost:8402"] = process.argv.slice(2)
const folder = "docs/images"

/** Buys the answer to the page's example, and waits until it is shown. */
const buy = async (page: Page) => {
  await page.click("#try form button[type=submit]")
  await page.waitForSelector(".play-answer:not([hidden]) .play-view > *")
}

/** A part that comes when its code has been loaded. */
const waitFor = (selector: string) => async (page: Page) => {
  await page.waitForSelector(selector)
}

/** An element at the upper edge of the picture, or in its middle. */
const scrollTo =
  (selector: string, block: "start" | "center" = "start") =>
  async (page: Page) => {
    await page
      .locator(selector)
      .first()
      .evaluate((element, block) => element.scrollIntoView({ block }), block)
  }

interface Picture {
  readonly name: string
  readonly path: string
  readonly theme: "light" | "dark"
  readonly width: number
  readonly height: number
  readonly steps: ReadonlyArray<(page: Page) => Promise<void>>
}

const wide = { width: 1000, height: 640 }

const pictures: ReadonlyArray<Picture> = [
  { name: "home", path: "/", theme: "light", ...wide, steps: [] },
  { name: "home-narrow", path: "/", theme: "dark", width: 320, height: 720, steps: [] },
  { name: "capability", path: "/c/geocode", theme: "light", ...wide, steps: [] },
  { name: "purchase", path: "/c/fx.rates", theme: "dark", ...wide, steps: [buy, scrollTo("#try")] },
  {
    name: "trends",
    path: "/c/news.trends",
    theme: "light",
    ...wide,
    steps: [buy, scrollTo(".play-answer")]
  },
  {
    name: "verdict",
    path: "/c/information.verify",
    theme: "light",
    ...wide,
    steps: [buy, waitFor(".weights"), scrollTo(".weights", "center")]
  }
]

mkdirSync(folder, { recursive: true })
const browser = await launch()
for (const { height, name, path, steps, theme, width } of pictures) {
  const page = await browser.newPage({
    colorScheme: theme,
    reducedMotion: "reduce",
    viewport: { width, height }
  })
  await page.goto(`${url}${path}`, { waitUntil: "networkidle" })
  for (const step of steps) await step(page)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await page.close()
}
await browser.close()
