import type { Holiday, Holidays } from "../../../../Client/generated/types.ts"
import { type Element, h, type Markup } from "../../../Markup.ts"
import { count, day, named } from "../parts/Format.ts"
import { note, section } from "../parts/Layout.ts"
import { quoted } from "../parts/Text.ts"

/** Where and how a holiday is observed. */
const observed = ({ counties, global, types }: Holiday): string => {
  const where = global
    ? "nationwide"
    : counties === null || counties.length === 0
      ? "in parts of the country"
      : `in ${counties.join(", ")}`
  const kinds = types === null || types.length === 0 ? "" : `${types.join(", ")}, `
  return `${kinds}${where}`
}

const item = (holiday: Holiday): Element => {
  const { date, localName, name } = holiday
  return h(
    "li",
    {},
    h("time", { datetime: date }, day(date, "weekday")),
    h(
      "span",
      {},
      h("strong", {}, quoted(name)),
      ...(localName === name ? [] : [" ", quoted(localName)]),
      h("small", {}, quoted(observed(holiday)))
    )
  )
}

/** In the order of the answer, which is by date. */
const months = (all: ReadonlyArray<Holiday>): ReadonlyArray<Markup> => {
  const found = new Map<string, ReadonlyArray<Holiday>>()
  for (const holiday of all) {
    const month = day(holiday.date, "month")
    found.set(month, [...(found.get(month) ?? []), holiday])
  }
  return [...found].map(([month, holidays]) =>
    section(4, month, h("ul", { class: "dates" }, holidays.map(item)))
  )
}

/** `holidays` */
export const holidays = ({ country, holidays, year }: Holidays): Element =>
  section(
    3,
    `${count(holidays.length, "holiday")} of ${named("region", country)} in ${year}`,
    ...(holidays.length === 0
      ? [note("The provider has none for this country and year.")]
      : [h("div", { class: "months" }, months(holidays))])
  )
