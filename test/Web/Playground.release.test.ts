/**
 * The playground in a real browser, against the sandbox: each capability is bought with the play wallet, and what can go
 * wrong goes wrong.
 */
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import type { Browser, BrowserContext, Locator, Page } from "playwright-core"
import { describe } from "vitest"
import { freePort } from "../../scripts/process/FreePort.ts"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import * as Usdc from "../../src/Resources/Usdc.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Program from "../support/process/Program.ts"
import { launch, missing, open } from "./Browser.ts"

/** Milliseconds for what a person waits for, on a busy machine. */
const patience = 60_000

class Sandbox extends Context.Tag("test/Sandbox")<
  Sandbox,
  { readonly url: string; readonly browser: Browser }
>() {
  static readonly layer = Layer.scoped(
    Sandbox,
    Effect.gen(function* () {
      const port = String(yield* freePort)
      yield* Almanac.urlOf(yield* Program.sandbox({ PORT: port, DATA_DIR: "memory://" }))
      const browser = yield* launch
      return { url: `http://localhost:${port}`, browser }
    })
  )
}

/** A visit with a storage of its own, and what went wrong in it. */
interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  readonly url: string
  readonly turn: (path: "faults" | "providers", body: object) => Promise<void>
}

/** Chromium writes a line for each answer that is an error. */
const failure = /^console: Failed to load resource: the server responded with a status of 50[23] /

const visits = (body: (visit: Visit) => Promise<void>) =>
  Effect.gen(function* () {
    const { browser, url } = yield* Sandbox
    const { page, problems } = yield* open(browser, url)
    const context = page.context()
    context.setDefaultTimeout(patience)
    const turn = async (path: string, body: object) => {
      const answer = await fetch(`${url}/sandbox/${path}`, { method: "POST", body: JSON.stringify(body) })
      expect(answer.status).toBe(200)
    }
    yield* Effect.promise(() => body({ context, page, url, turn }))
    expect(problems.filter((problem) => !failure.test(problem))).toEqual([])
  }).pipe(Effect.scoped)

const goTo = async ({ page, url }: Pick<Visit, "page" | "url">, id: string, wallet = "Play wallet") => {
  await page.goto(`${url}/c/${id}`)
  await page.getByRole("radio", { name: wallet }).check()
}

const buy = (page: Page) => page.getByRole("button", { name: /^Buy for / }).click()

/** The answer as JSON; what came in its place is told. */
const answer = async (page: Page) => {
  const ends = page.locator(".play-answer, .play-outcome, .problems").filter({ visible: true })
  await ends.first().waitFor()
  expect((await ends.allTextContents()).join("; ")).toMatch(/^Your answer/)
  return page.locator(".play-json pre").textContent()
}

const outcome = async (page: Page) => {
  const box = page.locator(".play-outcome")
  await box.waitFor()
  return { tone: await box.getAttribute("data-tone"), text: await textOf(box) }
}

const textOf = async (place: Locator) => (await place.textContent()) ?? ""

/** The text of a step, from 1 on. */
const step = (page: Page, number: number) => textOf(page.locator(".play-steps > li").nth(number - 1))

/** How many pixels of the steps lie over the answer at most, wherever the page is scrolled to. */
const covered = (page: Page) =>
  page.evaluate<number>(`(() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect()
    const pixels = []
    for (let top = 0; top < document.body.scrollHeight; top += 100) {
      scrollTo({ top, behavior: "instant" })
      pixels.push(box(".play-steps").bottom - box(".play-answer").top)
    }
    return Math.max(...pixels)
  })()`)

const isFocused = (place: Locator) => place.and(place.page().locator(":focus")).waitFor()

/** What the accounts of the sandbox have, but for the payee: USDC. */
const spentBy = async ({ page, url }: Visit) => {
  const { balances }: { readonly balances: Readonly<Record<string, string>> } = JSON.parse(
    await (await fetch(`${url}/sandbox/balances`)).text()
  )
  const words = await textOf(page.locator(".play-spent"))
  const short = /by 0x(\w{4})…(\w{4})/.exec(words)
  const [, balance] = Object.entries(balances).find(
    ([address]) =>
      address.toLowerCase().startsWith(`0x${short?.[1]}`) && address.toLowerCase().endsWith(`${short?.[2]}`)
  ) ?? ["", "0"]
  return balance
}

/** A wallet that knows no chain, and whose person says no. It keeps what it is asked. */
const stubborn = `
  const calls = []
  const request = async ({ method, params }) => {
    calls.push([method, params])
    localStorage.setItem("test.calls", JSON.stringify(calls))
    const fail = (code) => { throw Object.assign(new Error("no"), { code }) }
    switch (method) {
      case "eth_requestAccounts": return ["0x1111111111111111111111111111111111111111"]
      case "eth_chainId": return "0x1"
      case "wallet_switchEthereumChain": return calls.some(([name]) => name === "wallet_addEthereumChain") ? null : fail(4902)
      case "wallet_addEthereumChain": return null
      default: return fail(4001)
    }
  }
  const info = { uuid: crypto.randomUUID(), name: "Stubborn", icon: "https://elsewhere.example/x.png", rdns: "example.stubborn" }
  const say = () => dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: { info, provider: { request } } }))
  addEventListener("eip6963:requestProvider", say)
`

describe.skipIf(missing !== undefined)(
  `the playground${missing === undefined ? "" : ` (${missing})`}`,
  () => {
    layer(Sandbox.layer, { excludeTestServices: true, timeout: "4 minutes" })("", (it) => {
      const test = (name: string, body: (visit: Visit) => Promise<void>) =>
        it.effect(name, () => visits(body), 240_000)

      test("sells all capabilities, and shows what went over the wire", async (visit) => {
        const { url } = visit
        const queue = registeredCapabilities.map(({ facts }) => facts)
        const visitor = async (page: Page) => {
          for (let facts = queue.shift(); facts !== undefined; facts = queue.shift()) {
            const { id, price } = facts
            await goTo({ page, url }, id)
            await buy(page)
            const body = JSON.parse((await answer(page)) ?? "")
            expect([id, Object.keys(body)]).toEqual([id, ["data", "meta"]])
            expect(await covered(page), id).toBeLessThanOrEqual(0)
            const asked = Usdc.format(Usdc.read(price) ?? 0n)
            const [request, offer, signature, paid] = await Promise.all(
              [1, 2, 3, 4].map((number) => step(page, number))
            )
            expect(request).toContain("without a payment")
            expect(offer).toContain(`${asked} USDC to 0x29a9…91dc`)
            expect(signature).toContain(`${asked} USDC to 0x29a9…91dc, valid 5 minutes, once`)
            expect(paid).toContain(`Charged ${asked} USDC, transaction 0x`)
            expect(paid).toContain("Content-Digest checked: the answer is whole.")
            const status = await page
              .getByRole("link", { name: "Status of this payment" })
              .getAttribute("href")
            expect(await (await fetch(status ?? "")).json()).toMatchObject({
              data: { state: "settled", amount: { decimal: asked } }
            })
            expect((await textOf(page.locator(".play-view"))).length).toBeGreaterThan(40)
          }
        }
        // Four tabs at once, of one account: each finds in the journal what the others have written.
        const others = await Promise.all([1, 2, 3].map(() => visit.context.newPage()))
        await Promise.all([visit.page, ...others].map(visitor))

        await visit.page.reload()
        const all = Usdc.format(
          registeredCapabilities.reduce((sum, { facts }) => sum + (Usdc.read(facts.price) ?? 0n), 0n)
        )
        await visit.page.getByText(`Today: ${all} USDC by`).waitFor()
        await buy(visit.page)
        await answer(visit.page)
        const before = await spentBy(visit)
        await visit.page.getByRole("button", { name: /Send the same payment again/ }).click()
        await visit.page
          .getByText("It is the same answer, byte for byte. Nothing was charged again.")
          .waitFor()
        expect(await step(visit.page, 3)).toContain("Nothing was signed")
        expect([Number(before) > 0, await spentBy(visit)]).toEqual([true, before])
      })

      test("switches the chain before it asks for a signature, and takes a no calmly", async (visit) => {
        const { context, page } = visit
        await context.addInitScript(stubborn)
        await goTo(visit, "fx.rates", "Stubborn")
        await buy(page)
        expect(await outcome(page)).toMatchObject({
          tone: "calm",
          text: expect.stringContaining("Nothing was charged")
        })
        await isFocused(page.locator(".play-outcome"))
        const calls: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = JSON.parse(
          String(await page.evaluate("localStorage.getItem('test.calls')"))
        )
        expect(calls.map(([method]) => method)).toEqual([
          "eth_requestAccounts",
          "eth_chainId",
          "wallet_switchEthereumChain",
          "wallet_addEthereumChain",
          "wallet_switchEthereumChain",
          "eth_signTypedData_v4"
        ])
        const typed = JSON.parse(calls.at(-1)?.[1][1] ?? "")
        expect([
          typed.primaryType,
          typed.domain.chainId,
          typed.message.value,
          typed.types.EIP712Domain.length
        ]).toEqual(["TransferWithAuthorization", 84532, "2000", 4])
        expect(await page.locator(".play-open").isVisible()).toBe(false)
      })

      test("takes the wallet at window.ethereum where none announces itself", async ({
        context,
        page,
        url
      }) => {
        await context.addInitScript(
          `${stubborn}; removeEventListener("eip6963:requestProvider", say); window.ethereum = { request }`
        )
        // The play wallet is not there yet.
        await page.route("**/assets/part-PlayWallet-*", () => {})
        await goTo({ page, url }, "fx.rates", "This browser's wallet")
        await buy(page)
        expect((await outcome(page)).text).toContain("You said no")
      })

      test("says whose fault it is when a provider fails, and that nothing was charged", async (visit) => {
        const { page, turn } = visit
        await turn("providers", { provider: "frankfurter", fails: "garbage" })
        try {
          await goTo(visit, "fx.rates")
          await buy(page)
          const { text, tone } = await outcome(page)
          expect(tone).toBe("failed")
          expect(text).toMatch(
            /The provider's answer makes no sense[\s\S]*frankfurter[\s\S]*[Nn]othing was charged/
          )
          expect(await step(page, 4)).toContain("PROVIDER_BAD_RESPONSE")
          expect(await page.locator(".play-open").isVisible()).toBe(false)
        } finally {
          await turn("providers", { provider: "frankfurter", on: true })
        }
      })

      test("finishes a purchase whose settlement was lost, after a reload, with one charge", async (visit) => {
        const { page, turn } = visit
        await goTo(visit, "holidays")
        await turn("faults", { settlement: "lost" })
        await buy(page)
        await page.getByText("The same payment is sent again in").waitFor()
        await page.getByRole("button", { name: "Stop" }).click()
        expect(await outcome(page)).toMatchObject({
          tone: "open",
          text: expect.stringContaining("may be charged")
        })
        await page.reload()
        await page.getByRole("heading", { name: "Open purchases" }).waitFor()
        await page.getByRole("radio", { name: "Play wallet" }).check()
        await page.getByRole("button", { name: "Fetch the answer, for one charge at most" }).click()
        expect(JSON.parse((await answer(page)) ?? "")).toMatchObject({ data: { country: "CN", year: 2021 } })
        expect(await step(page, 3)).toContain("Nothing was signed")
        await page.getByText("Today: 0.002 USDC by").waitFor()
        expect(await page.locator(".play-open").isVisible()).toBe(false)
      })

      test("says at a field what is wrong with it, and signs nothing", async (visit) => {
        const { page } = visit
        await goTo(visit, "fx.rates")
        await page.getByLabel("Base").fill("EURO")
        await page.getByLabel("Currencies").fill("USD\nGBPX")
        await buy(page)
        const summary = page.getByRole("alert")
        expect(await textOf(summary)).toContain("2 values need to be changed")
        await isFocused(summary)
        await summary.getByRole("link", { name: /^Currencies: line 2 must be/ }).click()
        await isFocused(page.getByLabel("Currencies"))
        const field = page.getByLabel("Base")
        expect(await field.getAttribute("aria-invalid")).toBe("true")
        const [error] = ((await field.getAttribute("aria-describedby")) ?? "").split(" ")
        expect(await textOf(page.locator(`[id="${error}"]`))).toMatch(/^must be a currency code/)
        expect(await step(page, 3)).not.toContain("once")
        await field.fill("EUR")
        await page.getByLabel("Currencies").fill("USD")
        await page.getByLabel("Currencies").blur()
        await page.locator(".problem").first().waitFor({ state: "detached" })
        expect(await field.getAttribute("aria-invalid")).toBeNull()
      })

      test("can be used by the keyboard alone", async (visit) => {
        const { page } = visit
        await page.goto(`${visit.url}/c/holidays`)
        await page.getByRole("radio", { name: "Play wallet" }).waitFor()
        const button = page.locator("button:focus", { hasText: /^Buy for / })
        for (let tabs = 0; tabs < 60 && (await button.count()) === 0; tabs++) await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await isFocused(page.getByRole("heading", { name: "Your answer" }))
      })

      test("keeps to the budget, and knows what none is", async (visit) => {
        const { page } = visit
        await goTo(visit, "fx.rates")
        const budget = page.getByLabel("Budget for a day")
        await budget.fill("0.001")
        await buy(page)
        expect(await outcome(page)).toMatchObject({
          tone: "calm",
          text: expect.stringMatching(/^Over your budget/)
        })
        expect(await step(page, 3)).not.toContain("once")
        await budget.fill("much")
        await buy(page)
        await page.getByText("has to be an amount of USDC").waitFor()
        expect(await budget.getAttribute("aria-invalid")).toBe("true")
      })
    })
  }
)
