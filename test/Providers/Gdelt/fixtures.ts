/** Recorded replies: test/fixtures/gdelt/SOURCES.md says where each is from. */
import { readFileSync } from "node:fs"

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/gdelt/${name}`, import.meta.url), "utf8")

export const artlist = fixture("artlist_success.json")
/** Two UTC days in slots of 15 minutes, some of which are missing. */
export const quarters = fixture("timelinevolraw_15m_two_days_gaps.json")
export const days = fixture("timelinevolraw_day.json")
export const tone = fixture("timelinetone_day.json")
export const throttled = fixture("error_429_rate_limited_2026.txt")
export const throttledShort = fixture("error_200_or_429_rate_limited_short.txt")

/** The sentences with which GDELT refuses a search, by what it dislikes. */
export const refusals = {
  tooCommon: fixture("error_200_keyword_too_common.txt"),
  tooShort: fixture("error_200_query_too_short.txt"),
  parenthesis: fixture("error_200_parenthesis.txt"),
  or: fixture("error_200_or_without_parens.txt"),
  character: fixture("error_200_illegal_character.txt"),
  country: fixture("error_200_invalid_country.txt")
} as const
