/** Recorded replies: test/fixtures/openalex/SOURCES.md says where each is from. */
import { readFileSync } from "node:fs"

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/openalex/${name}`, import.meta.url), "utf8").trim()

export const full = fixture("works_search_2024_full.json")
export const nulls = fixture("works_search_2024_null_doi_null_source_null_abstract.json")
export const nullSource = fixture("works_search_2024_conference_null_source.json")
export const single = fixture("work_single_2024.json")
export const pastLastPage = fixture("works_past_last_page_empty.json")
export const budgetExhausted = fixture("error_429_budget_exhausted.json")
export const budgetExhaustedRetryAfter = fixture("error_429_budget_exhausted_retryafter.json")
export const unknownField = fixture("error_400_unknown_filter_field.json")
export const searchTooLong = fixture("error_400_search_too_long.json")
/** Headers of a reply without a key, one per line. */
export const keylessHeaders: Readonly<Record<string, string>> = Object.fromEntries(
  fixture("ratelimit_headers_keyless_200.txt")
    .split("\n")
    .map((line) => line.split(": "))
)
