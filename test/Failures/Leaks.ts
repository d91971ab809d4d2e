/**
 * Looks for what is to be told to nobody.
 */
import { inspect } from "node:util"
import { Schema } from "effect"

const textOf = (told: unknown) =>
  inspect(told, {
    depth: null,
    maxArrayLength: null,
    maxStringLength: null,
    breakLength: Infinity
  }).toLowerCase()

/** The marks that occur. */
export const leaks = (told: unknown, marks: ReadonlyArray<string>) => {
  const text = textOf(told)
  return marks.filter((mark) => text.includes(mark.toLowerCase()))
}

const Payment = Schema.parseJson(Schema.Struct({ payload: Schema.Struct({ signature: Schema.String }) }))

/** A payment header is known by any part of it. */
export const paymentMarks = (header: string) => {
  const payment = Buffer.from(header, "base64").toString()
  const { signature } = Schema.decodeUnknownSync(Payment)(payment).payload
  return [header.slice(-80, -40), signature.slice(2, 66), signature.slice(66)]
}
