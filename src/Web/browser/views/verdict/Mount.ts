/**
 * The verdict view in the document, with the file of outcomes that a person may open.
 */
import { h } from "../../../Markup.ts"
import { fill, node } from "../../Nodes.ts"
import { evidenceId } from "../composite/Verify.ts"
import { note, type Prefix } from "../parts/Layout.ts"
import type { Answer } from "../View.ts"
import { verdictView } from "./Reading.ts"

type VerifyAnswer = Answer<"information.verify">

/** Three sources, and no reply of a provider is read beyond 4 MiB. */
const mostBytes = 3 * 4 * 1024 * 1024

const problem = (text: string) => h("p", { class: "problem" }, text)

/** What stands in the place of a file's reading. */
const opened = async (file: File, { data, meta }: VerifyAnswer, prefix: Prefix) => {
  if (file.size > mostBytes)
    return [problem(`The file has ${file.size} bytes; outcomes have ${mostBytes} at most.`)]
  try {
    const { outcomesView } = await import("./Outcomes.ts")
    return outcomesView(await file.text(), data, meta.requestId, `${prefix}-file`)
  } catch {
    return [problem("The file could not be opened. Try again, or load the page anew.")]
  }
}

const chooser = (answer: VerifyAnswer, prefix: Prefix): ReadonlyArray<Node> => {
  const input = document.createElement("input")
  input.id = `${prefix}-outcomes`
  input.type = "file"
  input.accept = ".json,application/json"
  // What is told at once is short; what the file says stands below.
  const state = document.createElement("p")
  state.setAttribute("role", "status")
  const result = document.createElement("div")
  input.addEventListener("change", () => {
    const [file] = input.files ?? []
    if (file === undefined) return
    state.textContent = "Reading…"
    fill(result)
    void opened(file, answer, prefix).then((content) => {
      // Another file may have been chosen meanwhile.
      if (input.files?.[0] !== file) return
      state.textContent = `What came of ${file.name}:`
      fill(result, ...content)
    })
  })
  return [
    node(h("h4", {}, "Open a file of outcomes")),
    node(
      note(
        "An operator's service keeps what the sources answered (OUTCOMES_DIR). With the file of this call the reading is exact. The file stays in this browser."
      )
    ),
    node(h("label", { for: input.id }, "File of outcomes, JSON")),
    input,
    state,
    result
  ]
}

/** Puts the verdict view in the place of the plain evidence. */
export const mountVerdict = (root: Element, answer: VerifyAnswer, prefix: Prefix): void => {
  const place = root.querySelector(`#${CSS.escape(evidenceId(prefix))}`)
  if (place === null) return
  fill(place, ...verdictView(answer.data, prefix))
  const section = document.createElement("section")
  section.append(...chooser(answer, prefix))
  place.append(section)
}
