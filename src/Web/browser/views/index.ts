/**
 * Pictures of answers, and the verdict view. The verdict's code is loaded where a verdict is shown, the code that reads
 * files of outcomes where one is opened: bundle with `splitting`.
 */
import { fill } from "../Nodes.ts"
import type { Prefix } from "./parts/Layout.ts"
import { type Answer, type CapabilityId, view } from "./View.ts"

export { type Answer, type CapabilityId, view }

const mountVerdict = async (root: Element, answer: Answer<"information.verify">, prefix: Prefix) => {
  try {
    const module = await import("./verdict/Mount.ts")
    module.mountVerdict(root, answer, prefix)
  } catch {
    const message = document.createElement("p")
    message.append(
      "The verdict could not be worked out here: its code did not load. What the service said stands above."
    )
    root.append(message)
  }
}

/** What a view does once it is in the document. */
const after: {
  readonly [Id in CapabilityId]?: (root: Element, answer: Answer<Id>, prefix: Prefix) => Promise<void>
} = { "information.verify": mountVerdict }

/** Puts an answer into the document, in the place of what `root` holds. */
export const mount = <Id extends CapabilityId>(
  root: Element,
  id: Id,
  request: unknown,
  answer: Answer<Id>,
  prefix: Prefix = "view"
): void => {
  fill(root, view(id, request, answer, prefix))
  void after[id]?.(root, answer, prefix)
}
