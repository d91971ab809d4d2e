/**
 * The bundle does what the source does, where bundling rewrites it.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { build } from "esbuild"
import { afterAll, describe, expect, it } from "vitest"
import { ascii, assertAscii, options } from "../scripts/Bundle.ts"
import { registeredCapabilities } from "../src/Api/CapabilityRegistry.ts"
import { stem } from "../src/Composites/Verify/Stem.ts"

const folder = mkdtempSync(join(tmpdir(), "almanac-bundle-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A module as the bundle has it. */
const bundled = async (entry: string): Promise<Record<string, unknown>> => {
  const outfile = join(folder, `${entry.replaceAll("/", "-")}.mjs`)
  await build({ ...options, sourcemap: false, entryPoints: [entry], outfile })
  return import(pathToFileURL(outfile).href)
}

/** Every word that the descriptions of what is sold have, and some that end as few do. */
const words = [
  ...new Set(JSON.stringify(registeredCapabilities.map(({ facts }) => facts)).match(/[a-z]{2,}/g) ?? []),
  ...["menu", "you", "tofu", "guru", "bureau", "plateau", "emu", "men", "cats", "running", "nationally"]
]

describe("the bundle", () => {
  it("stems every word as the source does", async () => {
    const { stem: other } = await bundled("src/Composites/Verify/Stem.ts")
    const stemmed = words.map((word) => (typeof other === "function" ? other(word) : undefined))
    expect(stemmed).toEqual(words.map(stem))
    expect(stem("menu")).toBe("menu")
  })

  it.each([
    ["a pattern", "/[\u2019']$/", "/[\\u2019']$/"],
    ["an escaped character in a pattern", "/[\\\u2019\\']$/", "/[\\u2019\\']$/"],
    ["a backslash before a character", "/\\\\\u2019/", "/\\\\\\u2019/"],
    ["a text", '"\u00e4\u{1f600}"', '"\\u00e4\\ud83d\\ude00"'],
    ["ASCII", "/\\s\\u0041/", "/\\s\\u0041/"]
  ])("writes %s in ASCII, with the same meaning", (_, code, written) => {
    expect(ascii(code)).toBe(written)
    const evaluate = (text: string): unknown => new Function(`return ${text}`)()
    const meaning = (text: string) => {
      const value = evaluate(text)
      return value instanceof RegExp
        ? ["\u2019", "'", "u", "\\\u2019", " A"].map((one) => value.test(one))
        : value
    }
    expect(meaning(ascii(code))).toEqual(meaning(code))
  })

  it("is refused with anything but ASCII in it, as a dependency may bring", () => {
    expect(() => assertAscii("/[\\u00e9]/")).not.toThrow()
    expect(() => assertAscii(`${"x".repeat(100)};const accented=/[\u00e9]/`)).toThrow(
      "const accented=/[\u00e9]/"
    )
  })
})
