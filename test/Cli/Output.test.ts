/**
 * What is written, for people and for programs: pure functions of what is known.
 */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { exitOf, exits } from "../../src/Cli/Exit.ts"
import { secondsOf } from "../../src/Cli/input/Duration.ts"
import { shellWord } from "../../src/Cli/input/Flags.ts"
import { failureDocument, failureLines } from "../../src/Cli/output/Failure.ts"
import { columns, cut, widthOf, wrapped } from "../../src/Cli/output/Layout.ts"
import { tableOf } from "../../src/Cli/output/Table.ts"
import { lineJson, prettyJson, visible } from "../../src/Cli/output/Visible.ts"
import { Unreachable } from "../../src/Cli/Service.ts"
import { Unwritten, UsageError } from "../../src/Cli/Usage.ts"
import {
  AlmanacError,
  BudgetExceeded,
  ConnectionLost,
  JournalUnusable,
  NotOffered
} from "../../src/Client/Errors.ts"
import { capabilities } from "../../src/Client/generated/capabilities.ts"
import { codes } from "../../src/Client/generated/errors.ts"

const esc = "\u001b"

describe("exit codes", () => {
  const byStatus: Readonly<Record<number, number>> = {
    400: 4,
    402: 5,
    403: 4,
    404: 4,
    405: 4,
    408: 6,
    409: 5,
    413: 4,
    415: 4,
    429: 6,
    500: 1,
    502: 6,
    503: 6,
    504: 6
  }

  it.each(Object.entries(codes))("%s has that of its status", (code, { status }) => {
    const error = (charged: false | "unknown") =>
      new AlmanacError(Object.keys(codes).includes(code) ? (code as keyof typeof codes) : "NOT_FOUND", "", {
        charged,
        status
      })
    expect(exitOf(error(false))).toBe(byStatus[status])
    expect(exitOf(error("unknown"))).toBe(7)
  })

  it.each([
    ["a wrong command", new UsageError("x"), exits.usage],
    ["nobody there", new Unreachable("x"), exits.later],
    ["the budget", new BudgetExceeded("perDay", "1", "0", "k"), exits.refused],
    ["the price", new NotOffered("PRICE", "x"), exits.refused],
    ["other terms", new NotOffered("PAY_TO", "x"), exits.refused],
    ["no wallet", new NotOffered("NO_WALLET", "x"), exits.usage],
    ["a damaged journal", new JournalUnusable("x"), exits.usage],
    ["lost before payment", new ConnectionLost("x", { charged: false }), exits.later],
    ["lost after payment", new ConnectionLost("x", { charged: "unknown" }), exits.unknown],
    ["lost, paid", new ConnectionLost("x", { charged: true }), exits.unknown],
    ["damaged, paid", new AlmanacError("ANSWER_DAMAGED", "x", { charged: true, status: 200 }), exits.unknown],
    ["a fault, paid", new AlmanacError("INTERNAL_ERROR", "x", { charged: true, status: 500 }), exits.unknown],
    ["an answer without a place, paid", new Unwritten("x", { key: "k", charged: true }), exits.unknown],
    [
      "an answer without a place that may be paid",
      new Unwritten("x", { key: "k", charged: "unknown" }),
      exits.unknown
    ],
    ["another address", new NotOffered("REDIRECT", "x"), exits.usage],
    ["no such key", new AlmanacError("UNKNOWN_KEY", "x", { charged: false }), exits.invalid],
    ["Ctrl-C", new AlmanacError("ABORTED", "x", { charged: "unknown" }), exits.interrupted],
    ["anything else", new RangeError("x"), exits.fault]
  ])("%s", (_, error, exit) => {
    expect(exitOf(error)).toBe(exit)
  })
})

describe("a failure", () => {
  it("says whether money moved, and never that it did not where it may have", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<false | true | "unknown">(false, true, "unknown"),
        fc.constantFrom<"ABORTED" | "CONNECTION_LOST" | "PAYMENT_SETTLEMENT_PENDING">(
          "ABORTED",
          "CONNECTION_LOST",
          "PAYMENT_SETTLEMENT_PENDING"
        ),
        (charged, code) => {
          const error = new AlmanacError(code, "x", { charged, retryable: true, key: "k" })
          const text = failureLines({ error, resume: "almanac resume k" }).join("\n")
          expect(text.includes("Nothing was charged")).toBe(charged === false)
          expect(text.includes("It was charged")).toBe(charged === true)
          expect(text).toContain("almanac resume k")
          expect(failureDocument({ error })).toMatchObject({
            error: { code, charged, key: "k" },
            exit: exitOf(error)
          })
        }
      )
    )
  })

  it("is one document with all that a program can act on", () => {
    const error = new AlmanacError("VALIDATION_FAILED", "/base is required", {
      charged: false,
      status: 400,
      details: { problems: [{ pointer: "/base", message: "is required" }] },
      requestId: "req_1"
    })
    expect(JSON.parse(lineJson(failureDocument({ error })))).toEqual({
      error: {
        code: "VALIDATION_FAILED",
        message: "/base is required",
        charged: false,
        status: 400,
        retryable: false,
        details: { problems: [{ pointer: "/base", message: "is required" }] },
        requestId: "req_1"
      },
      exit: 4
    })
    const budget = new BudgetExceeded("perDay", "0.05", "0.01", "k")
    expect(failureDocument({ error: budget })).toMatchObject({
      error: { limit: "perDay", asked: "0.05", left: "0.01", charged: false },
      exit: 3
    })
  })

  it("keeps texts of others from steering the terminal", () => {
    const error = new AlmanacError("PAYMENT_REJECTED", `${esc}[2J\r\nx\u009b1m`, {
      charged: false,
      details: { reason: `${esc}]0;title\u0007` }
    })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(failureLines({ error }).join("\n")).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  })
})

describe("text for terminals", () => {
  it("has no character that steers, and JSON stays the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: "binary" }), (value, text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
        const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/
        for (const json of [prettyJson({ value, text }), lineJson({ value, text })]) {
          expect(json).not.toMatch(steering)
          expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ value, text })))
        }
        expect(visible(text)).not.toMatch(steering)
        expect(visible(text)).not.toContain("\n")
      })
    )
  })

  it("is cut and wrapped by the columns that it takes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 2, max: 40 }), (text, width) => {
        expect(widthOf(cut(text, width))).toBeLessThanOrEqual(width)
        expect(wrapped(text, width).join(" ")).toBe(text.split(/\s+/).filter(Boolean).join(" "))
      })
    )
    expect(widthOf("匈奴")).toBe(4)
    expect(cut("匈奴王", 4)).toBe("匈…")
    expect(
      columns([
        ["a", "b"],
        ["匈奴", "c"]
      ])
    ).toEqual(["a     b", "匈奴  c"])
  })

  it.each([
    ["plain", "plain"],
    ["a b", "'a b'"],
    ["it's", "'it'\\''s'"],
    ["", "''"],
    ["$(rm)", "'$(rm)'"],
    ["state:*", "'state:*'"]
  ])("the shell word of %s", (text, word) => {
    expect(shellWord(text)).toBe(word)
  })
})

describe("a table", () => {
  it("has the longest list, a line each, and what stands beside it above", () => {
    expect(
      tableOf(
        {
          base: "EUR",
          results: [
            { a: 1, b: { c: null, d: "x\ny" } },
            { a: 2, e: ["p", "q"] }
          ],
          few: [{ z: 1 }]
        },
        undefined
      )
    ).toEqual(["base  EUR", "", "a  b.d  e", "1  x y", "2       p, q"])
    expect(tableOf({ rates: { USD: 1.05, GBP: 0.86 } }, undefined)).toEqual([
      "rates.USD  1.05",
      "rates.GBP  0.86"
    ])
    expect(tableOf({ results: [] }, undefined)).toEqual([])
  })

  it.each(capabilities)("fits on a terminal: the example of $id", ({ example }) => {
    for (const line of tableOf({ example, list: [example, example] }, 80))
      expect(widthOf(line)).toBeLessThanOrEqual(80)
  })
})

describe("a duration", () => {
  it.each([
    ["60", 60],
    ["60s", 60],
    ["1.5 m", 90],
    ["500ms", 0.5],
    ["1h", 3600]
  ])("%s", (text, seconds) => {
    expect(secondsOf("--timeout", text)).toBe(seconds)
  })

  it.each(["", "0", "0s", "-1s", "2h", "1 day", "NaN", "1e3", "60 seconds!"])("%j is refused", (text) => {
    expect(() => secondsOf("--timeout", text)).toThrow(UsageError)
  })
})
