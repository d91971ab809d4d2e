/**
 * The page `/` while it is read: it asks for the 402 that it shows, and how the providers are. Where that fails, what
 * the server has written stays.
 */
import { h } from "../Markup.ts"
import { askForChallenge } from "./home/Challenge.ts"
import { statusTable } from "./home/Status.ts"
import { fill } from "./Nodes.ts"

const byId = (id: string): HTMLElement | null => document.getElementById(id)

const showChallenge = async () => {
  const [exchange, challenge, asked] = ["exchange", "challenge", "asked"].map(byId)
  const path = exchange?.dataset["path"]
  if (path === undefined || !challenge || !asked) return
  const answer = await askForChallenge(path, byId("example")?.textContent ?? "{}")
  if (answer === undefined) return
  fill(asked, "Its answer, asked for just now: ", h("code", {}, answer.status))
  fill(challenge, answer.text)
}

const showStatus = async () => {
  const providers = byId("providers")
  const source = providers?.querySelector("a")
  if (!providers || !source) return
  const response = await fetch(source.href)
  if (!response.ok) return
  const table = statusTable(await response.json())
  if (table.length > 0) fill(providers, ...table)
}

await Promise.allSettled([showChallenge(), showStatus()])
