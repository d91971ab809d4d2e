/**
 * Completion scripts: shells read them, and bash completes by them.
 */
import { execFileSync, spawnSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import { commands } from "../../src/Cli/Commands.ts"
import { capabilities } from "../../src/Client/generated/capabilities.ts"
import { almanac } from "./TestTerminal.ts"

const script = async (shell: string) => (await almanac(["completions", shell])).out

const isThere = (shell: string) => spawnSync(shell, ["-c", "exit 0"]).status === 0

/** What bash offers for the last of these words. */
const offers = async (...words: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const program = `${await script("bash")}
COMP_WORDS=(almanac "$@")
COMP_CWORD=$#
_almanac
printf '%s\\n' "\${COMPREPLY[@]}"`
  const printed = execFileSync("bash", ["-c", program, "bash", ...words], { encoding: "utf8" })
  return printed.split("\n").filter((line) => line !== "")
}

const ids = capabilities.map(({ id }) => id)

describe("completion scripts", () => {
  it.each(["bash", "zsh", "fish"])("%s reads its own, where it is there", async (shell) => {
    const text = await script(shell)
    for (const name of [...commands.map(({ name }) => name), ...ids]) expect(text).toContain(name)
    if (!isThere(shell)) return
    const { status, stderr } = spawnSync(shell, ["-n"], { input: text, encoding: "utf8" })
    expect([status, stderr]).toEqual([0, ""])
  })

  it("complete commands, capabilities, their fields, options and words to choose from", async () => {
    expect(await offers("")).toEqual(expect.arrayContaining(["list", "call", "help", "--version"]))
    expect(await offers("ca")).toEqual(["call"])
    expect(await offers("show", "")).toEqual(expect.arrayContaining(ids))
    expect(await offers("call", "crypto.")).toEqual(["crypto.price", "crypto.market"])
    expect(await offers("call", "fx.rates", "--")).toEqual(
      expect.arrayContaining(["--base", "--currencies", "--date", "--key", "--max", "--json"])
    )
    expect(await offers("call", "fx.rates", "--d")).toEqual(["--date"])
    expect(await offers("call", "weather", "--base")).toEqual([])
    expect(await offers("call", "geocode", "--mode", "")).toEqual(["forward", "reverse"])
    expect(await offers("list", "--")).not.toContain("--key")
    expect(await offers("completions", "z")).toEqual(["zsh"])
    expect(await offers("help", "st")).toEqual(["status"])
  })
})
