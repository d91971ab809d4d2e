/**
 * Every block of code of README and docs does what the page says of it: against a sandbox that is started by the command
 * that README begins with.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer, Option } from "effect"
import { freePort } from "../../scripts/process/FreePort.ts"
import { run, stop } from "../../scripts/process/Spawned.ts"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import * as Usdc from "../../src/Resources/Usdc.ts"
import { post } from "../support/Buyer.ts"
import { type Block, blocksOf, pages, tableBelow } from "../support/Pages.ts"
import { type Ended, node } from "../support/process/Node.ts"
import * as Program from "../support/process/Program.ts"
import { checks, paid } from "./JsonBlocks.ts"
import * as NotRun from "./NotRun.ts"
import * as Shell from "./Shell.ts"

const packages = realpathSync("node_modules")

const compiler = "--strict --target es2022 --module nodenext --skipLibCheck --types node".split(" ")

const all = pages.flatMap(blocksOf)
const isLeftOut = ({ page, heading, language }: Block) =>
  NotRun.blocks.some(([...block]) => block.slice(0, 3).join() === [page, heading, language].join())
const blocks = all.filter((block) => !isLeftOut(block))
const typescript = blocks.filter(({ language }) => language === "ts")
const nameOf = ({ line, note, page }: Block) => `${page}:${line}${note === "" ? "" : ` (${note})`}`

/** The packages of the repository, and the client's own. */
const installed = async (place: string) => {
  mkdirSync(place)
  for (const name of readdirSync(packages)) symlinkSync(join(packages, name), join(place, name))
  symlinkSync(resolve(await Program.bundleOf("client")), join(place, "almanac"))
}

/** A folder with the programs of the pages, and the sandbox. */
class Sandbox extends Context.Tag("test/Sandbox")<
  Sandbox,
  Shell.Place & { readonly url: string; readonly compiled: Ended }
>() {
  static readonly layer = Layer.scoped(
    Sandbox,
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "almanac-docs-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
      )
      const port = yield* freePort
      writeFileSync(join(folder, "package.json"), '{"type":"module"}')
      for (const { code, note } of typescript) {
        writeFileSync(join(folder, note), code.replaceAll("localhost:8402", `localhost:${port}`))
      }
      const sandbox = yield* Effect.acquireRelease(
        Effect.sync(() =>
          run("npm", ["run", "sandbox"], { PORT: String(port), OUTCOMES_DIR: join(folder, "outcomes") })
        ),
        (spawned) => Effect.promise(() => stop(spawned))
      )
      const [pay, explain, almanac, compiled] = yield* Effect.promise(() =>
        Promise.all([
          Program.bundleOf("scripts/pay.ts"),
          Program.bundleOf("scripts/explain.ts"),
          Program.bundleOf("src/Cli/main.ts"),
          installed(join(folder, "node_modules")).then(() =>
            node(folder, [
              join(packages, "typescript/bin/tsc"),
              ...compiler,
              ...typescript.map(({ note }) => note)
            ])
          ),
          sandbox.prints(/ALMANAC SANDBOX[\s\S]*npm run almanac/)
        ])
      )
      const programs = { pay: resolve(pay), explain: resolve(explain), almanac: resolve(almanac) }
      return { folder, port, programs, compiled, url: `http://localhost:${port}` }
    })
  )
}

/** What the last answer was called, where a page leaves that to the reader. */
let lastRequest = ""

const execute = (command: string) =>
  Effect.flatMap(Sandbox, (place) =>
    Effect.map(
      Effect.promise(() => Shell.execute(place, command.replaceAll("<request id>", lastRequest))),
      (ended) => {
        lastRequest = /req_[0-9a-f]{32}/.exec(ended.output)?.[0] ?? lastRequest
        return ended
      }
    )
  )

/** Runs a line of a `sh` block, again where its comment says that it takes some seconds. */
const runLine = ({ block, command, told }: Shell.Line) =>
  Effect.gen(function* () {
    const status = told.find((text) => /^\d{3}$/.test(text)) ?? "200"
    const isPatient = told.includes("after some seconds")
    const isCall = /\b(?:curl|npm run pay) /.test(command)
    const once = execute(command).pipe(
      Effect.map((ended) => ({ ...ended, status: Shell.statusOf(ended.output) }))
    )
    const { code, output, ...ended } = isPatient
      ? yield* Effect.repeat(once, { until: ({ status: got }) => got === status, times: 100 })
      : yield* once
    const where = `${nameOf(block)}: ${command}\n${output}`
    const exit = told.find((text) => /^exit \d+$/.test(text))
    if (isCall) expect(ended.status, where).toBe(status)
    else expect(`exit ${code}`, where).toBe(exit ?? "exit 0")
    for (const text of told.filter((text) => ![status, exit, "after some seconds"].includes(text))) {
      expect(output, where).toContain(text)
    }
  })

/** A transcript: commands after `$`, each with lines of its output in their order; `...` stands for any lines. */
const runTranscript = (block: Block) =>
  Effect.forEach(
    block.code.split(/^\$ /m).filter((text) => text !== ""),
    (text) =>
      Effect.gen(function* () {
        const { port } = yield* Sandbox
        const normal = (line: string) =>
          line
            .trimEnd()
            .replaceAll(`localhost:${port}`, "localhost:8402")
            .replaceAll(/\d{4}-\d\d-\d\d/g, "DATE")
        const [command = "", ...expected] = text.trimEnd().split("\n").map(normal)
        const { output } = yield* execute(command)
        const printed = output.split("\n").map(normal)
        const missing = expected.filter((line) => {
          if (line === "...") return false
          const at = printed.indexOf(line)
          if (at >= 0) printed.splice(0, at + 1)
          return at < 0
        })
        expect(missing, `${nameOf(block)}\n${output}`).toEqual([])
      })
  )

layer(Sandbox.layer, { excludeTestServices: true, timeout: "300 seconds" })(
  "the blocks of the pages",
  (it) => {
    for (const page of pages) {
      const own = blocks.filter((block) => block.page === page && /^(?:sh|console)$/.test(block.language))
      if (own.length === 0) continue
      it.effect(
        `${page}: its commands`,
        () =>
          Effect.forEach(own, (block) =>
            block.language === "console"
              ? runTranscript(block)
              : Effect.forEach(
                  Shell.linesOf(block).filter(
                    ({ command }) =>
                      !Shell.isStart(command) && !NotRun.lines.some(([line]) => line.test(command))
                  ),
                  runLine
                )
          ),
        240_000
      )
    }

    for (const block of blocks.filter(({ language }) => language === "json")) {
      it.effect(`${nameOf(block)}: is what is sent`, () =>
        Effect.flatMap(Sandbox, ({ url }) =>
          Effect.promise(async () => checks[block.note]?.(JSON.parse(block.code), url))
        )
      )
    }

    it.effect("compile under the strict rules of TypeScript", () =>
      Effect.map(Sandbox, ({ compiled: { status, stdout } }) => expect([stdout, status]).toEqual(["", 0]))
    )

    for (const block of typescript) {
      it.effect(
        `${nameOf(block)}: runs as it is pasted`,
        () =>
          Effect.gen(function* () {
            const { code, output } = yield* execute(`npx tsx ${block.note}`)
            expect(code, output).toBe(0)
            if (block.code.includes("payment-response")) expect(output).toContain('"success":true')
          }),
        60_000
      )
    }

    it.effect("README's table: each capability is sold for its price and body", () =>
      Effect.gen(function* () {
        const { url } = yield* Sandbox
        for (const [id, price = "", body = ""] of tableBelow("README.md", "What is sold")) {
          const path = registeredCapabilities.find(({ facts }) => facts.id === id)?.path
          const amount = Option.getOrThrow(Usdc.parse(price)).toString()
          const answer = yield* Effect.promise(async () =>
            post(`${url}${path}`, await paid(amount), body.replaceAll("`", ""))
          )
          expect([id, answer.status, answer.headers.has("payment-response")]).toEqual([id, 200, true])
        }
      })
    )
  }
)
