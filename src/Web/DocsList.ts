/**
 * The pages of `docs` that the service shows, in the order of reading: how to buy from it, and how to run it.
 */

/** A page: `paying` is `docs/paying.md`, shown at `/docs/paying`; and what it is about, in a sentence. */
export interface DocsEntry {
  readonly name: string
  readonly about: string
}

export interface DocsGroup {
  readonly title: string
  readonly pages: ReadonlyArray<DocsEntry>
}

export const docsGroups: ReadonlyArray<DocsGroup> = [
  {
    title: "Buying",
    pages: [
      {
        name: "paying",
        about: "How a call is paid, by curl or in code, and how a payment buys one answer and no more."
      },
      { name: "client", about: "The package for programs that buy: each purchase once, never over budget." },
      { name: "cli", about: "Answers from a terminal or a script, with limits and a journal." },
      {
        name: "mcp",
        about: "The same capabilities as tools for agents, remote or with a wallet of your own."
      },
      { name: "python", about: "Buying with httpx and eth_account, each purchase once." },
      { name: "sandbox", about: "The whole service on your machine, with play money and faults to order." },
      { name: "charges", about: "Every way in which a call can end, and whether it is charged." },
      { name: "failures", about: "What you get for every fault of every provider." },
      { name: "composites", about: "What research, verify, evidence and compare ask, and how verify reads." }
    ]
  },
  {
    title: "Running it",
    pages: [
      { name: "operating", about: "Settings, starting and stopping, probes, limits, storage and upgrades." },
      { name: "runbook", about: "What to do when an alert fires." },
      { name: "backup", about: "Backup, restore, upgrade and the way back, with a drill." },
      {
        name: "money",
        about: "What is promised about money, how it is proved, and what the last proof found."
      },
      { name: "performance", about: "What a call costs beside its peers, and how to measure it again." },
      { name: "scale", about: "What breaks first at 10, 1,000 and 10,000 paid calls a second." },
      { name: "discovery", about: "What strangers and their programs read before they buy." }
    ]
  }
]

/** The file of a page in the repository. */
export const fileOf = (name: string): string => (name === "runbook" ? "ops/runbook.md" : `docs/${name}.md`)

/** Where files of the repository are shown, by their paths in it; all others are not. */
export const shownAt: ReadonlyMap<string, string> = new Map([
  ["README.md#what-is-sold", "/#prices"],
  ["README.md#errors", "/docs/errors"],
  ["README.md", "/"],
  ...docsGroups.flatMap(({ pages }) => pages.map(({ name }) => [fileOf(name), `/docs/${name}`] as const))
])
