/**
 * The capability that a command names.
 */
import type { Capability } from "../../Client/Capability.ts"
import { capabilities } from "../../Client/generated/capabilities.ts"
import { noMore, UsageError, unknownName } from "../Usage.ts"

const ids = capabilities.map(({ id }) => id)

/** The capability with a name; else an error with the name that was probably meant. */
export const capabilityNamed = (word: string | undefined): Capability => {
  if (word === undefined) throw new UsageError("name a capability", `there are ${ids.join(", ")}`)
  const capability = capabilities.find(({ id }) => id === word)
  if (capability === undefined) throw unknownName("capability", word, ids)
  return capability
}

/** The capability of the first and only word. */
export const capabilityAlone = (words: ReadonlyArray<string>): Capability => {
  noMore(words, 1)
  return capabilityNamed(words[0])
}
