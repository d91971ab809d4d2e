/**
 * How the providers are, by `/v1/status`.
 */
import type { OperationStatus } from "../../../Resources/ServiceStatus.ts"
import { type Element, h, type Markup } from "../../Markup.ts"

type Shown = Pick<OperationStatus, "operation" | "provider" | "reason" | "state" | "until">

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const isShown = (value: unknown): value is Shown =>
  isRecord(value) &&
  [value["provider"], value["operation"], value["state"]].every((text) => typeof text === "string")

/** The operations in an answer of `/v1/status`; none in anything else. */
const operationsIn = (answer: unknown): ReadonlyArray<Shown> => {
  const data = isRecord(answer) ? answer["data"] : undefined
  const operations = isRecord(data) ? data["operations"] : undefined
  return Array.isArray(operations) ? operations.filter(isShown) : []
}

/** The worst first. */
const order: ReadonlyArray<string> = ["out", "degraded", "up"]

const note = ({ operation, reason, state, until }: Shown): ReadonlyArray<Markup> =>
  state === "up"
    ? []
    : [
        h(
          "li",
          {},
          `${operation}: ${state}, ${reason ?? "for an unknown reason"}`,
          until === null ? "" : ` (until ${until})`
        )
      ]

const row = (provider: string, own: ReadonlyArray<Shown>): Element => {
  const state = order.find((state) => own.some((operation) => operation.state === state)) ?? "up"
  const notes = own.flatMap(note)
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, provider),
    h("td", {}, h("span", { class: `state ${state}` }, state)),
    h(
      "td",
      {},
      notes.length === 0
        ? own.map(({ operation }) => operation.replace(`${provider}.`, "")).join(", ")
        : h("ul", {}, notes)
    )
  )
}

/** A table with a row for each provider; nothing when the answer is not what it should be. */
export const statusTable = (answer: unknown): ReadonlyArray<Markup> => {
  const operations = operationsIn(answer)
  const providers = [...new Set(operations.map(({ provider }) => provider))]
  return providers.length === 0
    ? []
    : [
        h(
          "table",
          { class: "stacked" },
          h("caption", {}, "As this service knows it from its last calls"),
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Provider", "State", "What it is asked for"].map((text) => h("th", { scope: "col" }, text))
            )
          ),
          h(
            "tbody",
            {},
            providers.map((provider) =>
              row(
                provider,
                operations.filter((one) => one.provider === provider)
              )
            )
          )
        )
      ]
}
