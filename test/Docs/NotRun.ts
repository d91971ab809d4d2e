/**
 * What stands in blocks of README and docs and cannot be run there, each with the reason.
 */

/** Lines of `sh` blocks. */
export const lines: ReadonlyArray<readonly [line: RegExp, reason: string]> = [
  [/^npm install$/, "asks a registry: .ci/run installs a clean clone"],
  [
    /^npm install \.\.\/almanac /,
    "asks a registry: Package.integration.test.ts installs what npm pack makes"
  ],
  [/^cp \.env\.example \.env$/, "writes into the clone: Settings.test.ts reads .env.example"],
  [
    /^npm start$/,
    "settles on a public chain: Process/Start.integration.test.ts starts the service on its own"
  ],
  [/^npm run doctor$/, "asks facilitator, chain and providers over the internet: test/Doctor asks its own"],
  [
    /^(?:[A-Z_]+=\S+ )*docker compose /,
    "needs a container engine: Ops/Ops.integration.test.ts reads the files"
  ],
  [
    /^echo "Authorization: Bearer \$ADMIN_TOKEN" \| curl -H @- /,
    "asks the listener of a running service: Admin/Admin.integration.test.ts asks its own"
  ],
  [/^npm (?:test|run (?:test:all|test:release|check|format))$/, "is what runs this test"],
  [
    /^(?:pg_dump|createdb|pg_restore) /,
    "needs a ledger on a server: Ops/Restore.release.test.ts dumps and restores one"
  ],
  [
    /^npm run (?:report|reconcile|refund|changes)\b/,
    "needs a ledger with sales, and a chain: Books/Programs.integration.test.ts has both"
  ],
  [/^npm run bench\b/, "takes minutes and wants the machine for itself: test/Bench runs a short one"]
]

/** Blocks that another test runs, or that are no code: by page, heading and language. */
export const blocks: ReadonlyArray<
  readonly [page: string, heading: string, language: string, reason: string]
> = [
  ["docs/contributing.md", "Architecture", "text", "is a drawing"],
  ["docs/contributing.md", "Swapping layers", "ts", "is run by Package.integration.test.ts"],
  ["docs/contributing.md", "Adding a capability", "ts", "is run by Capabilities/Adding.integration.test.ts"],
  [
    "docs/contributing.md",
    "Adding a capability",
    "diff",
    "is run by Capabilities/Adding.integration.test.ts"
  ],
  ["docs/python.md", "A nonce of the purchase", "python", "is run by Docs/Python.integration.test.ts"],
  ["docs/python.md", "Buying", "python", "is run by Docs/Python.integration.test.ts, with its packages"],
  ["docs/scale.md", "The ledger", "sql", "is run by Docs/Scale.integration.test.ts"],
  ["docs/scale.md", "Answers by day", "sql", "is run by Docs/Scale.integration.test.ts"],
  [
    "docs/python.md",
    "The stock client",
    "python",
    "is run by Docs/Python.integration.test.ts, with its packages"
  ]
]
