/** Faults in what strangers may cost the process, and in what it tells of buyers. */
import type { Mutant } from "../Mutant.ts"

const purchases = "Payment/InMemoryPurchase"

export const traffic: ReadonlyArray<Mutant> = [
  {
    name: "the items of a list are decoded before they are counted",
    rule: "A list is counted before its items are looked at.",
    source: "SECURITY.md",
    edits: [
      {
        within: "Fields.list",
        find: "Array.isArray(input) && counted(input)",
        replace: "Array.isArray(input)"
      }
    ],
    killedBy: { file: "Api/RequestDecoder", test: "a list > of 32000 items has 0 of them decoded" }
  },
  {
    name: "who repeats a payment ends its payer's wait for a body",
    rule: "A repeat on another connection never ends an earlier wait for the same payment.",
    source: "`makeRoom`",
    edits: [{ within: "makeRoom", find: "largest === 1 ? 0 : -1", replace: "0" }],
    killedBy: {
      file: "Http/connections/Bodies",
      test: "an awaited body > is its payer's whatever strangers repeat; theirs are in the way of nobody"
    }
  },
  {
    name: "a payment's awaited bodies are counted together, whoever sends them",
    rule: "A stranger's bodies at another address are in the way of nobody, of the payment's payer neither.",
    source: "SECURITY.md",
    edits: [{ within: "senderOf", find: "socket.remoteAddress", replace: "undefined" }],
    killedBy: {
      file: "Http/connections/Bodies",
      test: "an awaited body > is its payer's though strangers elsewhere await as many as there may be for the same payment"
    }
  },
  {
    name: "the log has the path of a payment's state",
    rule: "Logs hold routes, not paths: a payer and a nonce are in the path.",
    source: "SECURITY.md",
    edits: [
      {
        within: "RequestPipeline.make",
        find: "onSome: ({ path }) => ({ route: path })",
        replace: "onSome: () => ({ path })"
      }
    ],
    killedBy: {
      file: "Http/payments/PaymentStatus",
      test: "the status of a payment > is logged by its route, and a path that is none without its numbers: no payer, no nonce"
    }
  },
  {
    name: "every request has a line of the log",
    rule: "A flood of requests that nobody pays for fills no disk, and drives no paid call's line out of the log.",
    source: "SECURITY.md",
    edits: [{ within: "AccessLog.make", find: "if (left === 0)", replace: "if (false)" }],
    killedBy: { file: "Telemetry/AccessLog", test: "lines of requests without a good payment > unpaid" }
  },
  {
    name: "the 101st header is dropped",
    rule: "Headers are bounded by their bytes, never by their number: one that is dropped may be the idempotency key.",
    source: "SECURITY.md",
    edits: [{ within: "NodeServer.server", find: "maxHeadersCount = 0", replace: "maxHeadersCount = 100" }],
    killedBy: {
      file: "Http/payments/Idempotency",
      test: "a named purchase > is known by its name behind a thousand other headers"
    }
  },
  {
    name: "quotes are made without a limit",
    rule: "Quotes have a limit of their own, a quarter of MAX_CALLS: beyond it a call gets the plain 402.",
    source: "SECURITY.md",
    edits: [
      {
        within: "quoter",
        find: "Effect.makeSemaphore(Math.ceil(maxCalls * share))",
        replace: "Effect.makeSemaphore(1_000_000)"
      }
    ],
    killedBy: {
      file: "Http/connections/Bodies",
      test: "an awaited body > of a quote counts among quotes alone: one more is the plain 402"
    }
  },
  {
    name: "a facilitator that is away is asked without end",
    rule: "Who forges asks a facilitator that is away no more often than one that refuses.",
    source: "SECURITY.md",
    edits: [{ within: "isUnasked", find: '_tag === "OVERLOADED"', replace: '_tag !== "PAYMENT_REJECTED"' }],
    killedBy: {
      file: purchases,
      test: "a purchase on the ledger in memory > a payment that only the facilitator can judge: > a facilitator that is away is asked no more often than one that refuses; who has paid before has its own allowance"
    }
  },
  {
    name: "what waits of all connections has no limit of memory",
    rule: "Requests that nobody has paid for take a limited share of memory while they wait.",
    source: "SECURITY.md",
    edits: [{ within: "makeMemory", find: "if (shared > ofAll) endLargest()", replace: "" }],
    killedBy: {
      file: "Http/connections/Pipelining",
      test: "requests of one connection > share what they may take of memory: the connection that has most waiting is ended"
    }
  },
  {
    name: "all requests of a connection are worked on at once",
    rule: "Eight requests of one connection are worked on at a time.",
    source: "SECURITY.md",
    edits: [
      {
        within: "Connection",
        find: "(this.active >= mostAtATime && !this.isInside)",
        replace: "false"
      }
    ],
    killedBy: {
      file: "Http/connections/Pipelining",
      test: "the service > sells to one connection eight calls at a time, and answers all in their order"
    }
  },
  {
    name: "node parses all requests of a read at once",
    rule: "What a connection has sent beyond what is worked on waits unparsed.",
    source: "SECURITY.md",
    edits: [{ within: "limitPipelining", find: "connection.hasTurn || turns.passes()", replace: "true" }],
    killedBy: {
      file: "Http/connections/Pipelining",
      test: "requests that come in one read > are parsed sixteen in a tick beside the first of each connection, even if they are answered at once"
    }
  },
  {
    name: "requests that nobody pays for take no turns",
    rule: "Requests that nobody pays for wait for turns of their own, behind which no paid call waits.",
    source: "SECURITY.md",
    edits: [
      {
        within: "layer",
        find: "concerns: (request) => !hasPayment(request)",
        replace: "concerns: () => false"
      }
    ],
    killedBy: {
      file: "Http/RequestTurns",
      test: "a paid call does not wait for those that nobody pays for, which came before it"
    }
  },
  {
    name: "the queue for the database has no end",
    rule: "At most 2,048 statements wait for a connection.",
    source: "SECURITY.md",
    edits: [{ within: "PoolQueue.bound", find: "pool.waitingCount < longestQueue", replace: "true" }],
    killedBy: {
      file: "Storage/PoolQueue",
      test: "the queue of a pool > has room for so many: the next is refused at once"
    }
  },
  {
    name: "a name that begins like a loopback address is one",
    rule: "Only a loopback address needs no PUBLIC_URL.",
    source: "`isLoopback`",
    edits: [
      {
        within: "isLoopback",
        find: 'host === "localhost" ||',
        replace: 'host === "localhost" || host.startsWith("127.") ||'
      }
    ],
    killedBy: {
      file: "Settings/Settings",
      test: "the settings > refuse a host that only looks like a loopback address"
    }
  }
]
