/** Recorded replies: test/fixtures/frankfurter/SOURCES.md says where each is from. */
import { readFileSync } from "node:fs"

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/frankfurter/${name}`, import.meta.url), "utf8").trim()

export const newYear2020 = fixture("v1_holiday_2020-01-01_gives_2019-12-31.json")
export const latest = fixture("v1_latest_eur_2022-06-29.json")
export const notFound = fixture("v1_404_not_found.json")
export const badPair = fixture("v1_422_bad_pair.json")
export const v2Rates = fixture("v2_rates_usd_2026-07-03.json")
export const v2Single = fixture("v2_rate_single_2026-08-19.json")
export const v2Identity = fixture("v2_rates_docs_identity_row.json")
/** Requests and replies that client authors measured, one per line. */
export const measured = fixture("v1_measured_2026-08.txt")
