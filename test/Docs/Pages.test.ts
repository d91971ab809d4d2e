/**
 * README and docs say what the code says: prices, errors, commands, settings; and what they lead to is there.
 */
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import { mutants } from "../../scripts/mutants/mutants.ts"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import { endings } from "../../src/Api/Charges.ts"
import { codes } from "../../src/Api/Failure.ts"
import { exits } from "../../src/Cli/Exit.ts"
import { settingNames } from "../../src/Cli/settings/Config.ts"
import { PaymentState } from "../../src/Resources/PaymentStatus.ts"
import { anchorsOf, blocksOf, pages, tableBelow, textOf } from "../support/Pages.ts"
import { checks } from "./JsonBlocks.ts"
import * as NotRun from "./NotRun.ts"
import * as Shell from "./Shell.ts"

const blocks = pages.flatMap(blocksOf)
const shell = blocks.filter(({ language }) => language === "sh").flatMap(Shell.linesOf)

describe("README", () => {
  it("is a first page: at most 6 KB", () => {
    expect(Buffer.byteLength(textOf("README.md"))).toBeLessThanOrEqual(6 * 1024)
  })

  it("sells what is sold, for its price, with a body that is taken", () => {
    const rows = tableBelow("README.md", "What is sold")
    expect(rows.map(([id, price]) => [id, price])).toEqual(
      registeredCapabilities.map(({ facts }) => [facts.id, facts.price])
    )
    for (const [index, [id, , body = ""]] of rows.entries()) {
      const decoded = registeredCapabilities[index]?.decode(JSON.parse(body.replaceAll("`", "")))
      expect([id, decoded]).toEqual([id, expect.objectContaining({ _tag: "Right" })])
    }
  })

  it("has every error with its status, whether it is charged, and whether the same call may succeed", () => {
    const rows = tableBelow("README.md", "Errors").flatMap(([cell = "", charged, again = ""]) =>
      cell.split("; ").flatMap((group) => {
        const [status, ...names] = group.split(/,? /)
        return names.map((code) => [code, Number(status), charged, /^yes\b/.test(again)])
      })
    )
    const pending = Object.values(endings).flatMap((ending) =>
      "code" in ending && ending.charged === "pending" ? [ending.code as string] : []
    )
    expect(new Set(rows)).toEqual(
      new Set(
        Object.entries(codes).map(([code, { retryable, status }]) => [
          code,
          status,
          pending.includes(code) ? "not known yet" : "no",
          retryable
        ])
      )
    )
    expect(rows).toHaveLength(Object.keys(codes).length)
  })
})

describe("docs/paying.md", () => {
  it("has every state of a payment", () => {
    expect(tableBelow("docs/paying.md", "After paying: status").map(([state]) => state)).toEqual(
      PaymentState.literals.map((state) => `\`${state}\``).sort((left, right) => order(left) - order(right))
    )
  })
})

describe("docs/cli.md", () => {
  it("has every exit code", () => {
    expect(tableBelow("docs/cli.md", "Exit codes").map(([code]) => Number(code))).toEqual(
      Object.values(exits)
    )
  })

  it("has every setting of the file", () => {
    const named = tableBelow("docs/cli.md", "Settings").map(([, , name = ""]) => /`([\w.]+)`/.exec(name)?.[1])
    expect(new Set(named)).toEqual(
      new Set([...settingNames, "budget.perCall", "budget.perDay", "budget.perCapability"])
    )
  })
})

/** The page tells how a payment goes; the contract's list begins the same. */
const order = (state: string) =>
  ["reserved", "settling", "settled", "presumed_settled", "unknown", "failed", "released"].indexOf(
    state.replaceAll("`", "")
  )

describe("all pages", () => {
  it("lead to files and headings that are there", () => {
    const others = ["CONTRIBUTING.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "SECURITY.md", "ops/runbook.md"]
    const links = [...pages, ...others].flatMap((page) =>
      [...textOf(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].map(([, file = "", anchor]) => ({
        page,
        target: file === "" ? page : join(dirname(page), file),
        anchor
      }))
    )
    expect(links.length).toBeGreaterThan(50)
    expect(
      links.filter(
        ({ anchor, target }) =>
          !existsSync(target) || (anchor !== undefined && !anchorsOf(target).has(anchor))
      )
    ).toEqual([])
  })

  it("name commands that there are", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8"))
    const named = pages.flatMap((page) =>
      [...textOf(page).matchAll(/\bnpm run ([a-z:]+)/g)].map(([, name = ""]) => name)
    )
    expect(new Set(named).size).toBeGreaterThan(10)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it("name settings that there are", () => {
    const containers = readFileSync("docker-compose.yml", "utf8")
    const settings = new Set(
      [
        ...readFileSync(".env.example", "utf8").matchAll(/^#?([A-Z0-9_]+)=/gm),
        ...containers.matchAll(/\$\{([A-Z0-9_]+)/g)
      ].map(([, name]) => name)
    )
    const named = [...textOf("docs/operating.md").matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !(name in codes))
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter((name) => !settings.has(name))).toEqual(["NODE_EXTRA_CA_CERTS"])
  })

  it("name the versions of package.json", () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"))
    const named = blocks.flatMap(({ code }) =>
      [...code.matchAll(/\s((?:@[\w-]+\/)?[\w-]+)@(\^\S+)/g)].map(([, name = "", range]) => [name, range])
    )
    expect(named.length).toBeGreaterThan(3)
    expect(named).toEqual(named.map(([name = ""]) => [name, { ...dependencies, ...devDependencies }[name]]))
  })
})

describe("the sources of planted faults", () => {
  it("are headings of the pages that they name", () => {
    const named = mutants.flatMap(({ source }) =>
      [...source.matchAll(/(\S+\.md), "(.*?)"/g)].map(
        ([, page = "", heading = ""]) => [page, heading] as const
      )
    )
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter(([page, heading]) => ![...anchorsOf(page).values()].includes(heading))).toEqual([])
  })
})

describe("blocks of code", () => {
  const isLeftOut = ({ heading, language, page }: (typeof blocks)[number]) =>
    NotRun.blocks.some(([...one]) => one.slice(0, 3).join() === [page, heading, language].join())

  it("are all of a kind that is run, or left out with a reason", () => {
    const isRun = ({ language, note }: (typeof blocks)[number]) =>
      language === "sh" ||
      language === "console" ||
      (language === "ts" && /^\w+\.ts$/.test(note)) ||
      (language === "json" && note in checks)
    expect(
      blocks
        .filter((block) => !isRun(block) && !isLeftOut(block))
        .map(({ language, line, page }) => `${page}:${line} ${language}`)
    ).toEqual([])
  })

  it("call only programs that there are here, or are left out with a reason", () => {
    expect(
      shell
        .map(({ command }) => command)
        .filter(
          (command) =>
            !NotRun.lines.some(([line]) => line.test(command)) &&
            !Shell.known.includes(Shell.programOf(command))
        )
    ).toEqual([])
  })

  it("are left out only where they stand", () => {
    expect(
      NotRun.lines.filter(([line]) => !shell.some(({ command }) => line.test(command))).map(String)
    ).toEqual([])
    expect(
      NotRun.blocks.filter(
        ([page, heading, language]) =>
          !blocks.some(
            (block) => block.page === page && block.heading === heading && block.language === language
          )
      )
    ).toEqual([])
  })
})
