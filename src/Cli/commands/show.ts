/**
 * `almanac show ID`: what a capability is, how it is asked, and how it is charged. Nobody is asked for it.
 */
import { endingsOf } from "../../Api/Charges.ts"
import type { Capability } from "../../Client/Capability.ts"
import type { Run } from "../Command.ts"
import { type Form, formsOf } from "../input/Fields.ts"
import { flagsFor, shellWord } from "../input/Flags.ts"
import { capabilityAlone } from "../input/Named.ts"
import { fieldRows } from "../output/FieldRows.ts"
import { described, pageWidth, wrapped } from "../output/Layout.ts"

/** How calls end that are answered: charged, and not. */
const charges = ({ charges, kind }: Capability) => {
  const answered = endingsOf({ provider: { kind }, ...(charges === undefined ? {} : { charges }) })
    .map(([, ending]) => ending)
    .filter(({ status }) => status === 200)
  const when = (charged: string) =>
    answered.filter((ending) => ending.charged === charged).map(({ when }) => when)
  return { chargedWhen: when("yes"), notChargedWhen: when("no") }
}

const titleOf = ({ fixed }: Form) =>
  fixed.length === 0
    ? "Fields"
    : `Fields with ${fixed.map(({ flag, values }) => `--${flag} ${values[0]}`).join(" ")}`

export const run: Run = async ({ args, program, terminal }) => {
  const capability = capabilityAlone(args.words)
  const { category, description, example, id, inputSchema, name, path, price } = capability
  const width = pageWidth(terminal.out.width)
  const { chargedWhen, notChargedWhen } = charges(capability)
  const bold = (text: string) => terminal.out.style("bold", text)
  const lines = [
    `${bold(id)}  ${name}, ${price} USDC as listed`,
    `POST ${path}`,
    "",
    ...wrapped(description, width),
    ...formsOf(inputSchema).flatMap((form) => [
      "",
      bold(titleOf(form)),
      ...described(fieldRows(form.fields), width)
    ]),
    "",
    bold("Example"),
    `  ${program} call ${id} ${flagsFor(inputSchema, example)}`,
    `  ${program} call ${id} ${shellWord(JSON.stringify(example))}`,
    "",
    bold("Charged, when"),
    ...chargedWhen.map((when) => `  ${when}`),
    bold("Not charged, when"),
    ...["the call fails (after PAYMENT_SETTLEMENT_PENDING it may be charged)", ...notChargedWhen].map(
      (when) => `  ${when}`
    )
  ]
  return {
    document: {
      id,
      name,
      description,
      category,
      path,
      price,
      chargedWhen,
      notChargedWhen,
      example,
      inputSchema
    },
    text: `${lines.join("\n")}\n`
  }
}
