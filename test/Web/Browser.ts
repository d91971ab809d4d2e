/**
 * A real browser: Chromium as the system has it. Without one, the tests that need it are skipped, and say so.
 */
import { Effect, type Scope } from "effect"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import * as Chromium from "../../scripts/process/Chromium.ts"

/** Why there are no tests in a browser; undefined when there are. */
export const missing: string | undefined =
  Chromium.executable === undefined ? "no Chromium: apt-get install chromium" : undefined

/** Ends with its scope. */
export const launch: Effect.Effect<Browser, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(Chromium.launch),
  (browser) => Effect.promise(() => browser.close())
)

/** A page, and what went wrong on it, and on other pages of its visitor, since it was opened. */
export interface Opened {
  readonly page: Page
  /** Errors of the console and of scripts, but for the one line that Chromium writes for each 402; requests to other origins. */
  readonly problems: ReadonlyArray<string>
}

const paymentRequired =
  "Failed to load resource: the server responded with a status of 402 (Payment Required)"

/** Opens an empty page of a visitor who has been nowhere; `origin` is the only one that it may ask. Ends with its scope. */
export const open = (browser: Browser, origin: string, options: BrowserContextOptions = {}) =>
  Effect.acquireRelease(
    Effect.promise(async (): Promise<Opened> => {
      const context = await browser.newContext(options)
      const page = await context.newPage()
      const problems: Array<string> = []
      context.on("console", (message) => {
        if (message.type() === "error" && message.text() !== paymentRequired)
          problems.push(`console: ${message.text()}`)
      })
      context.on("weberror", (error) => problems.push(`script: ${error.error().message}`))
      context.on("request", (request) => {
        if (!/^(?:data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
          problems.push(`outside: ${request.url()}`)
      })
      return { page, problems }
    }),
    ({ page }) => Effect.promise(() => page.context().close())
  )
