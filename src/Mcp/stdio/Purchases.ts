/**
 * What a call of a tool buys. A model repeats itself, and hosts repeat calls: the same tool with the same arguments is one
 * purchase for a while, by what the journal knows.
 */
import type { Answer, CallOptions } from "../../Client/Call.ts"
import type { CapabilityId } from "../../Client/Capability.ts"
import { canonical, sha256Hex } from "../../Client/Json.ts"
import { isUnfinished, type Journal, stateOf } from "../../Client/journal/Journal.ts"
import type { Json } from "../tools/CompactSchema.ts"

/** Milliseconds for which an answer is given again. */
export const repeatedFor = 600_000

/** What buys: the client's `call`, for arguments that nobody has typed. */
export type Buy = (id: CapabilityId, input: Json, options: CallOptions) => Promise<Answer>

/**
 * A purchase of the same thing: an open one, however old; else one that was charged and whose answer has not come, while
 * it can be fetched; else one of a short while ago.
 */
const knownKey = (journal: Journal, id: string, body: string, now: number): Promise<string | undefined> =>
  journal.change(undefined, (purchases) => {
    const same = [...purchases.values()].filter((purchase) => purchase.id === id && purchase.body === body)
    const open = same.find((purchase) => stateOf(purchase) === "open")
    const charged = same
      .filter((purchase) => stateOf(purchase) === "charged")
      .sort((left, right) => right.at.localeCompare(left.at))
    const owed = charged.find((purchase) => isUnfinished(purchase, now))
    const recent = charged.find(({ at }) => now - Date.parse(at) < repeatedFor)
    return { entries: [], result: (open ?? owed ?? recent)?.key }
  })

/**
 * Buys an answer, unless the journal has it. Equal calls at the same time have one name, so that they are one purchase,
 * whichever process makes them.
 */
export const make =
  (journal: Journal, buy: Buy, now: () => number) =>
  async (id: CapabilityId, input: Json, isFresh: boolean, options: CallOptions): Promise<Answer> => {
    const body = canonical(input)
    const time = now()
    const named = async () =>
      `mcp-${(await sha256Hex(`${id}\n${body}\n${Math.floor(time / repeatedFor)}`)).slice(2, 42)}`
    const key = isFresh
      ? `mcp-${crypto.randomUUID()}`
      : ((await knownKey(journal, id, body, time)) ?? (await named()))
    return buy(id, input, { ...options, key })
  }
