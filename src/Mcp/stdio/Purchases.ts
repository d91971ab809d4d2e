/**
 * What a call of a tool buys. A model repeats itself, and hosts repeat calls: the same tool with the same arguments is one
 * purchase for a while, by what the journal knows.
 */
import type { Answer, CallOptions } from "../../Client/Call.ts"
import type { CapabilityId } from "../../Client/Capability.ts"
import { AlmanacError } from "../../Client/Errors.ts"
import { canonical, sha256Hex } from "../../Client/Json.ts"
import { type Journal, stateOf } from "../../Client/journal/Journal.ts"
import type { Json } from "../tools/CompactSchema.ts"

/** Milliseconds for which an answer is given again. */
export const repeatedFor = 600_000

/** What buys: the client's `call`, for arguments that nobody has typed. */
export type Buy = (id: CapabilityId, input: Json, options: CallOptions) => Promise<Answer>

/** A purchase of the same thing: an open one, however old, else one that was charged a short while ago. */
const knownKey = (journal: Journal, id: string, body: string, now: number): Promise<string | undefined> =>
  journal.change(undefined, (purchases) => {
    const same = [...purchases.values()].filter((purchase) => purchase.id === id && purchase.body === body)
    const open = same.find((purchase) => stateOf(purchase) === "open")
    const recent = same
      .filter((purchase) => stateOf(purchase) === "charged" && now - Date.parse(purchase.at) < repeatedFor)
      .sort((left, right) => right.at.localeCompare(left.at))
    return { entries: [], result: (open ?? recent[0])?.key }
  })

/**
 * Buys an answer, unless the journal has it. Equal calls at the same time have one name, so that they are one purchase,
 * whichever process makes them.
 */
export const make = (journal: Journal, buy: Buy, now: () => number) => {
  /** Purchases that were charged and whose answer has not come: by what was asked, as long as the process lives. */
  const undelivered = new Map<string, string>()
  return async (id: CapabilityId, input: Json, isFresh: boolean, options: CallOptions): Promise<Answer> => {
    const body = canonical(input)
    const asked = `${id}\n${body}`
    const time = now()
    const named = async () =>
      `mcp-${(await sha256Hex(`${asked}\n${Math.floor(time / repeatedFor)}`)).slice(2, 42)}`
    const key = isFresh
      ? `mcp-${crypto.randomUUID()}`
      : (undelivered.get(asked) ?? (await knownKey(journal, id, body, time)) ?? (await named()))
    try {
      const answer = await buy(id, input, { ...options, key })
      undelivered.delete(asked)
      return answer
    } catch (error) {
      if (error instanceof AlmanacError && error.charged === true) undelivered.set(asked, key)
      throw error
    }
  }
}
