import type { CensusTable } from "../../../../Client/generated/types.ts"
import type { Element, Markup } from "../../../Markup.ts"
import { number } from "../parts/Format.ts"
import { note, type Prefix, section, table } from "../parts/Layout.ts"
import { quoted } from "../parts/Text.ts"

const datasets = { "acs/acs1": "estimates of one year", "acs/acs5": "estimates of five years" }

/** Codes that stand for a missing estimate (Census Bureau, "Notes on ACS Estimate and Annotation Values"). */
const isNoEstimate = (text: string): boolean => /^-([2356789])\1{8}$/.test(text)

/** A variable of the survey, such as `B01001_001E`; names and codes of areas have other forms, and leading zeros. */
const isVariable = (column: string): boolean => /^[A-Z]+\d{5}[A-Z]*_\d{3}[A-Z]+$/.test(column)

const cell = (column: string, text: string | undefined): Markup => {
  if (text === undefined || text === "") return "missing"
  if (!isVariable(column)) return quoted(text)
  if (isNoEstimate(text)) return `no estimate (${text})`
  return /^-?\d+(?:\.\d+)?$/.test(text) ? number(Number(text)) : quoted(text)
}

/** The table of the census, without a heading. */
export const censusTable = ({ columns, dataset, rows, year }: CensusTable, prefix: Prefix): Element =>
  rows.length === 0
    ? note("There is no area of this kind.")
    : table(
        `${prefix}-census`,
        `American Community Survey, ${datasets[dataset]}, ${year}; each variable in its own unit.`,
        columns.map((head) => ({ head, isNumber: isVariable(head) })),
        rows.map((row) =>
          columns.map((column) => cell(column, Object.hasOwn(row, column) ? row[column] : undefined))
        )
      )

/** `government.census` */
export const census = (data: CensusTable, source: string, prefix: Prefix): Element =>
  section(3, `Census figures of ${data.year}`, censusTable(data, prefix), note(quoted(`Data: ${source}`)))
