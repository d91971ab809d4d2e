/**
 * Numbers and days in words, in one English locale wherever the page is read, so that a picture of it tells the same.
 */

const locale = "en-GB"

/** No double has more digits that mean something. */
const digits = 15

const whole = new Intl.NumberFormat(locale, { maximumSignificantDigits: digits })
const percent = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
const short = new Intl.NumberFormat(locale, { maximumSignificantDigits: 4 })

/** What stands where a value is missing. */
export const missing = "not known"

/** A number as it was delivered, with separators: `1,921.27`. */
export const number = (value: number | null): string => (value === null ? missing : whole.format(value))

/** A number with 4 significant digits. */
export const rounded = (value: number): string => short.format(value)

/** A number with its unit, `26.2 °C`. */
export const measure = (value: number | null, unit: string): string =>
  value === null ? missing : `${number(value)} ${unit}`

/** A change in words: its sign is not told by a colour or a mark alone. */
export const change = (value: number | null): string => {
  if (value === null) return missing
  const size = percent.format(Math.abs(value))
  if (value === 0) return "no change"
  return `${value > 0 ? "▲ up" : "▼ down"} ${size} %`
}

/** A count with its noun: `1 work`, `2 works`. */
export const count = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`

/** The moment of a day, `2026-09-29` or `20260929`, at midnight in UTC; undefined for what is no day. */
export const dayAt = (text: string): Date | undefined => {
  const found = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(text)
  if (found === null) return undefined
  const at = new Date(`${found.slice(1).join("-")}T00:00:00Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options })

const dayForms = {
  long: inUtc({ weekday: "long", day: "numeric", month: "long", year: "numeric" }),
  weekday: inUtc({ weekday: "long", day: "numeric", month: "long" }),
  short: inUtc({ day: "numeric", month: "short" }),
  month: inUtc({ month: "long", year: "numeric" })
}

/** A day in words, in one of the forms; the text itself when it is no day. */
export const day = (text: string, form: keyof typeof dayForms = "long"): string => {
  const at = dayAt(text)
  return at === undefined ? text : dayForms[form].format(at)
}

const momentForm = inUtc({
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit"
})

/** A moment in words, in UTC; the text itself when it is none. */
export const moment = (text: string): string => {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : `${momentForm.format(at)} UTC`
}

/** The local time `2026-09-29T00:45` in words, in no zone of its own. */
export const localTime = (text: string): string => {
  const at = new Date(`${text}Z`)
  return Number.isNaN(at.getTime()) ? text : momentForm.format(at)
}

/** Made once: each takes long to make. */
const names = {
  currency: new Intl.DisplayNames(locale, { type: "currency" }),
  region: new Intl.DisplayNames(locale, { type: "region" })
}

/** The English name of a currency or country by its code; the code where it has none. */
export const named = (type: keyof typeof names, code: string): string => {
  try {
    return names[type].of(code) ?? code
  } catch {
    // A code of another form than the standard's.
    return code
  }
}
