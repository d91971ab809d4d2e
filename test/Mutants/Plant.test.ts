import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import type { Edit } from "../../scripts/mutants/Mutant.ts"
import { plant } from "../../scripts/mutants/Plant.ts"
import * as Sources from "../../scripts/mutants/Sources.ts"

/** The sources of a small shop. */
const shop = {
  "src/Till.ts": `
/** Takes money: price > 0 is not looked at here. */
export const make = (prices: Prices) => {
  const sell = (count: number) => {
    // A gift: count * price
    const free = count === 0 || prices.get("apple") === undefined
    return free
      ? 0
      : count * price // count * price
  }
  return { sell, price }
}

export class Drawer {
  private coins = 0
  get isEmpty() {
    return this.coins === 0
  }
  add(coins: number) {
    this.coins += coins
  }
}
`,
  "src/Ledger.ts": `
const statement = (sql: Sql) => {
  const sell = sql\`
    UPDATE fruit   SET sold = sold + \${the.count}::numeric, at = 'now'
    WHERE name = \${the.name}
      AND state = 'ripe'\`
  const rotten = sql\`DELETE FROM fruit WHERE state = 'rotten'\`
  return { sell, rotten }
}

export const handlers = {
  sold: ({ count }: Sale) => count > 0,
  "back to back": () => count > 0
}
`
}

const change = (edit: Edit, sources: Readonly<Record<string, string>> = shop) =>
  Either.map(plant([edit], Sources.parse(sources)), (codes) => Object.fromEntries(codes))

const problem = (edit: Edit, sources?: Readonly<Record<string, string>>) =>
  Either.match(change(edit, sources), { onLeft: ({ message }) => message, onRight: () => "planted" })

/** A file of the shop after a change of its text. */
const changed = (file: keyof typeof shop, from: string, to: string) => {
  expect(shop[file].split(from)).toHaveLength(2)
  return Either.right({ [file]: shop[file].replace(from, to) })
}

describe("an edit", () => {
  it.each<[string, Edit, keyof typeof shop, string, string]>([
    [
      "a function",
      { within: "sell", find: "count === 0", replace: "true" },
      "src/Till.ts",
      "count === 0",
      "true"
    ],
    [
      "the path of a function",
      { within: "make.sell", find: "count === 0", replace: "true" },
      "src/Till.ts",
      "count === 0",
      "true"
    ],
    [
      "a function of a file",
      { within: "Ledger.statement.sell", find: "sold +", replace: "lost +" },
      "src/Ledger.ts",
      "sold +",
      "lost +"
    ],
    [
      "what a function stands in",
      { within: "make", find: "count === 0", replace: "true" },
      "src/Till.ts",
      "count === 0",
      "true"
    ],
    ["a constant", { within: "free", find: "||", replace: "&&" }, "src/Till.ts", "||", "&&"],
    ["a method", { within: "add", find: "+=", replace: "-=" }, "src/Till.ts", "+=", "-="],
    [
      "a method of a class",
      { within: "Drawer.add", find: "+= coins", replace: "-= coins" },
      "src/Till.ts",
      "+=",
      "-="
    ],
    [
      "a getter",
      { within: "isEmpty", find: "=== 0", replace: "> 0" },
      "src/Till.ts",
      "this.coins === 0",
      "this.coins > 0"
    ],
    ["a field", { within: "coins", find: "0", replace: "1" }, "src/Till.ts", "coins = 0", "coins = 1"],
    [
      "a property",
      { within: "sold", find: "count > 0", replace: "true" },
      "src/Ledger.ts",
      ") => count > 0,",
      ") => true,"
    ]
  ])("is planted in %s", (_, edit, file, from, to) => {
    expect(change(edit)).toEqual(changed(file, from, to))
  })

  it("is found in whichever of the things of a name has it", () => {
    expect(change({ within: "sell", find: "sold + ", replace: "" })).toEqual(
      changed("src/Ledger.ts", "sold + ", " ")
    )
  })

  it("is found wherever its file lies", () => {
    const moved = { "src/Shop/till/Sales.ts": shop["src/Till.ts"] }
    const planted = change({ within: "make.sell", find: "count === 0", replace: "true" }, moved)
    expect(Either.map(planted, Object.keys)).toEqual(Either.right(["src/Shop/till/Sales.ts"]))
  })

  it("is found whatever the space in its code and in the source", () => {
    const expected = changed("src/Till.ts", "free\n      ? 0\n      : count", "free ? 1 : count")
    expect(change({ within: "sell", find: "free ? 0 : count", replace: "free ? 1 : count" })).toEqual(
      expected
    )
    expect(change({ within: "sell", find: " free?0\n: count ", replace: "free ? 1 : count" })).toEqual(
      expected
    )
  })

  it("is found in spite of a comment in between", () => {
    const code = "const sell = (/* of all */ count: number) =>\n  // None are free.\n  count === 0"
    const planted = change(
      { within: "sell", find: "(count: number) => count", replace: "count" },
      { a: code }
    )
    expect(planted).toEqual(Either.right({ a: "const sell = count === 0" }))
  })

  it("is found in a statement's SQL, with what is put into it", () => {
    expect(
      change({ within: "sell", find: "UPDATE fruit SET sold", replace: "UPDATE fruit SET lost" })
    ).toEqual(changed("src/Ledger.ts", "UPDATE fruit   SET sold", "UPDATE fruit SET lost"))
    expect(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is code
      change({ within: "sell", find: "name = ${the.name} AND state = 'ripe'", replace: "true" })
    ).toEqual(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is code
      changed("src/Ledger.ts", "name = ${the.name}\n      AND state = 'ripe'", "true")
    )
  })

  it("is one of several of a file, in any order", () => {
    const edits: ReadonlyArray<Edit> = [
      { within: "Drawer.add", find: "+=", replace: "-=" },
      { within: "rotten", find: "DELETE", replace: "SELECT" },
      { within: "sell", find: "count === 0", replace: "count === 1000" }
    ]
    for (const ordered of [edits, edits.toReversed()]) {
      const codes = Either.getOrThrow(plant(ordered, Sources.parse(shop)))
      expect(codes.get("src/Till.ts")).toBe(
        shop["src/Till.ts"].replace("count === 0", "count === 1000").replace("+=", "-=")
      )
      expect(codes.get("src/Ledger.ts")).toBe(shop["src/Ledger.ts"].replace("DELETE", "SELECT"))
    }
  })
})

describe("an edit is not planted", () => {
  it.each<[string, Edit, string]>([
    [
      "where nothing has the name; who has the code is told",
      { within: "give", find: "count === 0", replace: "" },
      "nothing is called `give`, in which to find: count === 0 (it is in `Till.make.sell.free` (src/Till.ts:6))"
    ],
    [
      "where the name is another's end",
      { within: "ell", find: "count === 0", replace: "" },
      "nothing is called `ell`, in which to find: count === 0 (it is in `Till.make.sell.free` (src/Till.ts:6))"
    ],
    [
      "where the name is not below the other",
      { within: "Drawer.sell", find: "gift", replace: "" },
      "nothing is called `Drawer.sell`, in which to find: gift (it is nowhere)"
    ],
    [
      "where the code is not; who has it is told",
      { within: "sell", find: "+= coins", replace: "" },
      "`sell` (src/Till.ts:4, src/Ledger.ts:3) does not have: += coins (it is in `Till.Drawer.add` (src/Till.ts:20))"
    ],
    [
      "where the code is a comment's",
      { within: "sell", find: "A gift", replace: "" },
      "`sell` (src/Till.ts:4, src/Ledger.ts:3) does not have: A gift (it is nowhere)"
    ],
    [
      "where the code is a part of a word",
      { within: "sell", find: "oun", replace: "" },
      "`sell` (src/Till.ts:4, src/Ledger.ts:3) does not have: oun (it is nowhere)"
    ],
    [
      "where there is no code to find",
      { within: "add", find: " ", replace: "" },
      "`add` (src/Till.ts:19) does not have:   (it is nowhere)"
    ],
    [
      "where the code is twice in one thing",
      { within: "handlers", find: "count > 0", replace: "" },
      "`handlers` has it 2 times (src/Ledger.ts:12, src/Ledger.ts:13): count > 0"
    ],
    [
      "where two things of the name have the code",
      { within: "sell", find: "=", replace: "" },
      "`sell` has it 7 times (src/Till.ts:4, src/Till.ts:6, src/Ledger.ts:3, src/Ledger.ts:4 and 3 more): ="
    ]
  ])("%s", (_, edit, message) => {
    expect(problem(edit)).toBe(message)
  })

  it("and neither are the others", () => {
    const edits: ReadonlyArray<Edit> = [
      { within: "add", find: "+=", replace: "-=" },
      { within: "add", find: "*=", replace: "-=" }
    ]
    expect(Either.isLeft(plant(edits, Sources.parse(shop)))).toBe(true)
  })

  it("twice where a thing stands in another of its name", () => {
    const code = "const read = () => { const read = 1 + 1; return read }"
    expect(change({ within: "read", find: "1 + 1", replace: "3" }, { a: code })).toEqual(
      Either.right({ a: code.replace("1 + 1", "3") })
    )
  })
})
