/**
 * Whether a licence makes a text open access.
 */
import * as DateTime from "effect/DateTime"
import * as Option from "effect/Option"
import { parseUrl } from "../../Text/ParseUrl.ts"
import type { License, PartialDate } from "./schema.ts"

/** The version of record, the accepted manuscript, or not said: not a licence for text and data mining alone. */
const readableVersions: ReadonlySet<string> = new Set(["vor", "am", "unspecified"])

const isCreativeCommons = (url: string): boolean =>
  Option.exists(parseUrl(url), ({ hostname }) => /(?:^|\.)creativecommons\.org$/.test(hostname))

const isNumber = (part: unknown): part is number => typeof part === "number"

/** The first day that a date of one to three parts can mean; none for `[[null]]` and days that are none. */
const firstDay = (date: PartialDate): Option.Option<DateTime.Utc> => {
  const [year, month = 1, day = 1] = (date["date-parts"][0] ?? []).filter(isNumber)
  return year === undefined ? Option.none() : Option.map(DateTime.make({ year, month, day }), DateTime.toUtc)
}

/** A Creative Commons licence of a version that people read, in force at `now`; without a day it always has been. */
export const isOpen =
  (now: DateTime.Utc) =>
  ({ URL: url, "content-version": version, start }: License): boolean =>
    isCreativeCommons(url) &&
    readableVersions.has(version ?? "unspecified") &&
    (start == null ||
      Option.match(firstDay(start), { onNone: () => true, onSome: DateTime.lessThanOrEqualTo(now) }))
