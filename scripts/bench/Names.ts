/** The servers of a run: the product, the stock peer, the tuned and the durable peer, and the least that node can do. */
export const serverNames = ["almanac", "express", "tuned", "durable", "floor"] as const

/** One of them. */
export type ServerName = (typeof serverNames)[number]

/** What is measured in rounds. Two are documents. `hit` and `miss` are those of the cache; a replay fetches a bought answer again. */
export const scenarioNames = [
  "health",
  "unpaid",
  "openapi",
  "capabilities",
  "paid-hit",
  "paid-miss",
  "replay"
] as const

/** One of them. */
export type ScenarioName = (typeof scenarioNames)[number]
