/** Recorded replies: test/fixtures/open-meteo/SOURCES.md says where each is from. */
import { readFileSync } from "node:fs"

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/open-meteo/${name}`, import.meta.url), "utf8").trim()

export const beijing = fixture("full_beijing_2026-09-29.json")
export const samara = fixture("full_samara_2026-09-15_ms_units.json")
export const newYork = fixture("current_hourly_new_york_2026-08-23.json")
export const kyiv = fixture("current_kyiv_alias_2026-05-21.json")
export const miami = fixture("current_no_timezone_gmt_2023-12-21.json")
export const berlin = fixture("current_berlin_2024-11-23.json")
export const kolkata = fixture("daily_kolkata_2025-05-29.json")
export const paris = fixture("daily_paris_gmt_2024-08-19.json")
export const trailingNulls = fixture("daily_trailing_nulls_warsaw_2023.json")
export const invalidTimezone = fixture("error_400_invalid_timezone.json")
export const latitudeOutOfRange = fixture("error_400_latitude.json")
export const unknownVariable = fixture("error_400_unknown_daily_variable.json")
export const minutely = fixture("error_429_minutely.json")
export const hourly = fixture("error_429_hourly.json")
export const daily = fixture("error_429_daily.json")
export const badGateway = fixture("error_502_nginx.html.txt")

/** The fixed texts of the server's refusals: status and reason, one per line. */
export const reasons = fixture("server_reason_strings.txt")
  .split("\n")
  .map((line) => ({ status: Number(line.slice(0, 3)), reason: line.slice(4) }))
