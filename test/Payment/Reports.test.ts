/**
 * The public reports of other x402 services: 43 faults that this one would be hit by as well. Each is kept out by a
 * test that is named here, or cannot apply.
 */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Either } from "effect"
import ts from "typescript"
import { testFile } from "../../scripts/mutants/TestFile.ts"

/**
 * A test by its file below `test`, without the ending, and its title, `*` for what a table fills in; `row` is a case of
 * the table.
 */
type Where = readonly [file: string, title: string, row?: string]

interface Report {
  readonly number: number
  readonly title: string
  readonly where?: ReadonlyArray<Where>
  /** Why it cannot apply. */
  readonly not?: string
}

const header = "Http/payments/PaymentHeader"
const purchase = "Http/payments/Purchase"
const reconciler = "Http/payments/Reconciler"
const idempotency = "Http/payments/Idempotency"
const surface = "Http/Surface"
const derived = "Api/Derived"
const limits = "Http/Limits"
const stock = "Http/payments/StockClient"
const reply = "facilitator/HttpFacilitator"
const start = "Process/Start"

const isRefused = "is refused: *"
const isAccepted = "is accepted *"
const startsWith = "* asks for payment everywhere, and gives nothing away"
const provesNothing = "* to the repetition proves nothing of the first try: 503, never 402 (report 12)"
const failsForCertain = "whose settlement fails for certain is not delivered (reports 8, 9, 39)"
const namedOnce = "*, signed anew on every retry, is settled once (reports 4, 5, 7)"

const reports: ReadonlyArray<Report> = [
  {
    number: 1,
    title: "the same payment is accepted again and again",
    where: [[purchase, "sent again gives the same bytes and settlement, without another charge, 20 times"]]
  },
  {
    number: 2,
    title: "one payment serves many calls at once",
    where: [
      [purchase, "sent 20 times at once runs once and charges once"],
      ["Chain/Purchase", "twenty copies of one payment are one payment"]
    ]
  },
  {
    number: 3,
    title: "between verification and settlement a payment buys something else",
    where: [[purchase, "under way refuses another request with the same payment"]]
  },
  {
    number: 4,
    title: "a client that signs anew on every retry pays twice",
    where: [[idempotency, namedOnce]]
  },
  {
    number: 5,
    title: "a retry by accident is charged",
    where: [
      [idempotency, namedOnce],
      [idempotency, "asked for many times at once, signed anew each time, runs and settles once"]
    ]
  },
  {
    number: 6,
    title: "who knows a purchase's name gets its answer",
    where: [
      [idempotency, "is its payer's alone, and one request's alone (report 6)"],
      [idempotency, "is not given to who only knows its name: the signature must be the payer's (report 6)"]
    ]
  },
  {
    number: 7,
    title: "a new signature makes an honest retry a conflict",
    where: [[idempotency, namedOnce]]
  },
  {
    number: 8,
    title: "the answer is given although its settlement failed",
    where: [[purchase, failsForCertain]]
  },
  {
    number: 9,
    title: "success: false counts as paid when it comes with 200",
    where: [
      [purchase, failsForCertain],
      [reply, "%s", "failure, *"],
      [stock, "the stock client pays once when", "fails for certain"]
    ]
  },
  {
    number: 10,
    title: "a call that failed is charged",
    where: [
      [purchase, "is not charged for *, and the payment can be used again"],
      ["Charges/Charges", "for *"]
    ]
  },
  {
    number: 11,
    title: "the confirmation is late: charged, and nothing delivered",
    where: [
      [reconciler, provesNothing],
      [stock, "the stock client pays once when", "never answers, and all was settled"],
      [
        "Chain/Purchase",
        "a settlement whose answer is lost is found on the chain, and its answer is delivered without another charge"
      ]
    ]
  },
  {
    number: 12,
    title: "an unknown settlement is a 402, and the payer signs again",
    where: [
      [reconciler, provesNothing],
      [stock, "the stock client pays once when", "resets, and all was settled"]
    ]
  },
  {
    number: 13,
    title: "a 500 says in JSON that the settlement is pending",
    where: [
      [
        reconciler,
        "a settlement without an answer is repeated once with the identical payload (reports 11, 13)"
      ],
      [reply, "%s", "Coinbase's pending"],
      [stock, "the stock client pays once when", "is pending with 500, and all was settled"]
    ]
  },
  {
    number: 14,
    title: "many payments are verified, and the funds are for one",
    where: [
      [limits, "is limited, however many payments are signed at once (reports 14, 15)"],
      [limits, "whose settlement failed is refused for ten minutes; a purchase of the past is not"]
    ]
  },
  {
    number: 15,
    title: "work comes before the money, and a payer drains it: settle first",
    not:
      "Almanac never settles first: a call that fails would have been charged. A payer's unsettled money, failed " +
      "settlements and uncharged runs are limited instead (Http/Limits)."
  },
  {
    number: 16,
    title: "a malformed header is answered like none",
    where: [
      [header, isRefused, "not base64"],
      [header, "is missing: *", "none"]
    ]
  },
  {
    number: 17,
    title: "well-formed junk in the header is a 500",
    where: [
      [header, "of any bytes is refused"],
      [header, "of any JSON is refused"],
      [header, "that was good before one thing in it was changed is refused"],
      [header, "nested as deep as a header can be breaks nothing"]
    ]
  },
  {
    number: 18,
    title: "the reason is hidden, or tells of the inside",
    where: [
      [surface, "answers * with *, and nothing but the error"],
      [header, isRefused],
      [
        reply,
        "of any reply is a settlement only for a success of ours, and passes on nothing that is no code"
      ]
    ]
  },
  {
    number: 19,
    title: "the facilitator is away at the start, and everything is free",
    where: [
      [start, startsWith, "redirects (report 19)"],
      [start, startsWith, "fails (report 19)"],
      [start, "is not there asks for payment everywhere, and gives nothing away (report 19)"]
    ]
  },
  {
    number: 20,
    title: "the facilitator throttles at the start, and every route breaks",
    where: [[start, startsWith, "throttles (report 20)"]]
  },
  {
    number: 21,
    title: "the facilitator does not know the network, and nobody is told",
    where: [[start, startsWith, "does not settle on our network (report 21)"]]
  },
  {
    number: 22,
    title: "a 402 or a paid answer is kept by a shared cache",
    where: [
      [surface, "answers * with *, and nothing but the error"],
      [
        surface,
        "lets a paid answer be kept by the buyer alone, and the free documents by anybody for a minute"
      ]
    ]
  },
  {
    number: 23,
    title: "a browser cannot read the challenge, or its preflight is a 402",
    where: [
      [surface, "answers a preflight of any path with 204 and exactly these headers, never 402"],
      [
        surface,
        "lets a paid answer be kept by the buyer alone, and the free documents by anybody for a minute"
      ]
    ]
  },
  {
    number: 24,
    title: "behind a proxy the challenge names an inner address",
    where: [
      [
        surface,
        "takes its own address from the settings alone, and the method and path from the request line"
      ]
    ]
  },
  {
    number: 25,
    title: "a challenge is larger than a client takes",
    where: [
      [derived, "ask * USDC for *, all of them, and live"],
      [derived, "name * in at most 500 characters, with the source of its data"]
    ]
  },
  {
    number: 26,
    title: "a body is validated before a payment is asked for",
    where: [
      [derived, "ask * USDC for *, all of them, and live"],
      [surface, "answers the first of what applies: *", "no payment"]
    ]
  },
  {
    number: 27,
    title: "the discovery schema describes something else",
    where: [[derived, "describe * to crawlers as the protocol wants it"]]
  },
  {
    number: 28,
    title: "a client that drops or adds extensions is refused",
    where: [
      [idempotency, "is advertised as the stock library reads it, and may be left out (report 28)"],
      [header, isAccepted, "without extensions, extra and time-out"],
      [header, isAccepted, "with fields of the buyer's own"]
    ]
  },
  {
    number: 29,
    title: "the token's name for signing is another chain's",
    where: [
      [
        "Payment/Signature",
        "the domain separator of USDC on %s is the one its contract answers",
        "eip155:8453"
      ],
      ["Chain/Settle", "the token's domain is the one that payments are held to"],
      ["Resources/Assets", "are the ones that the stock client pays by default"]
    ]
  },
  {
    number: 30,
    title: "a path in other words gets past the paywall",
    where: [[surface, "lets no spelling of a path past the gate, and none break it"]]
  },
  {
    number: 31,
    title: "clocks differ, and signers are slow",
    where: [
      [header, isAccepted, "that began ten minutes ago, as older buyers sign"],
      [header, isAccepted, "with 45 seconds left"],
      [header, isRefused, "44 seconds left"]
    ]
  },
  {
    number: 32,
    title: "the signature of a contract wallet is refused",
    where: [
      [
        "Http/payments/ContractWallets",
        "buys as others do, while forgers are refused; one connection has a part of the allowance"
      ],
      ["Chain/Settle", "a contract wallet pays, and only with a signature that it takes"]
    ]
  },
  {
    number: 33,
    title: "an address must have the right capitals",
    where: [
      [header, isAccepted, "with addresses in lower case"],
      [header, isAccepted, "with a payee in capitals"]
    ]
  },
  {
    number: 34,
    title: "a client reads the body alone",
    where: [
      [surface, "answers * with *, and nothing but the error"],
      [header, isRefused]
    ]
  },
  {
    number: 35,
    title: "a client sends the headers of both versions",
    where: [[header, "of version 2 counts when that of version 1 is there too"]]
  },
  {
    number: 36,
    title: "the body is lost on the paid retry",
    where: [[surface, "tells every problem of a body, touches nothing, and leaves the payment good"]]
  },
  {
    number: 37,
    title: "settlements at once take each other's place",
    where: [["Chain/Settle", "* settlements at once all land, each once"]]
  },
  {
    number: 38,
    title: "the facilitator calls every repetition a success",
    where: [[reconciler, "a facilitator that calls every settlement a success is believed once (report 38)"]]
  },
  {
    number: 39,
    title: "a failed settlement keeps its claim, or an open one gives it back",
    where: [
      [purchase, failsForCertain],
      [reconciler, provesNothing],
      [stock, "the stock client pays once when", "fails for certain"]
    ]
  },
  {
    number: 40,
    title: "a price changes on its way to atomic units",
    where: [[derived, "ask * USDC for *, all of them, and live"]]
  },
  {
    number: 41,
    title: "a payment for one route buys another",
    where: [
      [purchase, "for another capability of the same price is refused (report 41)"],
      [header, isRefused, "another resource"]
    ]
  },
  {
    number: 42,
    title: "nothing ties request, answer and transaction together",
    where: [
      [reconciler, "the row of a purchase ties request, answer and transaction together (report 42)"],
      [
        "Http/payments/PaymentStatus",
        "proves what was bought: the answer's digest, the ledger's hash and the status are one"
      ]
    ]
  },
  {
    number: 43,
    title: "old packages bring their faults along",
    where: [[start, "and the packages beside it hold no wallet, no paywall and no chain library (report 43)"]]
  }
]

/** The text of a literal; what is filled in is a `*`. */
const textOf = (node: ts.Node): string | undefined =>
  ts.isStringLiteralLike(node)
    ? node.text
    : ts.isTemplateExpression(node)
      ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("*")
      : undefined

/** Whether a call makes a test or a group of tests that is not left out. */
const isTest = (callee: ts.Expression): boolean =>
  ts.isIdentifier(callee)
    ? ["it", "plain", "describe", "layer"].includes(callee.text)
    : ts.isPropertyAccessExpression(callee)
      ? !["skip", "todo", "fails"].includes(callee.name.text) && isTest(callee.expression)
      : ts.isCallExpression(callee) && isTest(callee.expression)

/** The titles of a file's tests, and every literal in it: the names of the cases are among them. */
const readTests = (path: string) => {
  const titles = new Set<string>()
  const literals = new Set<string>()
  const visit = (node: ts.Node): void => {
    const literal = textOf(node)
    if (literal !== undefined) literals.add(literal)
    const title = ts.isCallExpression(node) && node.arguments[0] ? textOf(node.arguments[0]) : undefined
    if (title !== undefined && ts.isCallExpression(node) && isTest(node.expression)) titles.add(title)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest))
  return { titles, literals }
}

describe("the public reports", () => {
  it("are 43, each with a test or a reason", () => {
    expect(reports.map(({ number }) => number)).toEqual(Array.from({ length: 43 }, (_, index) => index + 1))
    expect(new Set(reports.map(({ title }) => title)).size).toBe(43)
    for (const { number, title, where = [], not = "" } of reports) {
      expect(title.length, `${number}`).toBeGreaterThan(15)
      expect([number, where.length > 0]).toEqual([number, not.length < 40])
    }
  })

  it.each(
    reports.flatMap(({ number, title, where = [] }) => where.map((test) => [number, title, test] as const))
  )("%d, %s: %s", (_number, _title, [file, title, row]) => {
    const { titles, literals } = readTests(
      Either.getOrThrowWith(testFile(file), (problem) => new Error(problem))
    )
    expect(titles).toContain(title)
    if (row !== undefined) expect(literals).toContain(row)
  })
})
