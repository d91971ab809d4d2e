/** Recorded replies: test/fixtures/nager/SOURCES.md says where each is from. */
import { readFileSync } from "node:fs"

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/nager/${name}`, import.meta.url), "utf8").trim()

export const japan2024 = fixture("v3_JP_2024.json")
export const australia2021 = fixture("v3_AU_2021_regional.json")
export const china2021 = fixture("v3_CN_2021.json")
export const germany2025 = fixture("v3_DE_2025.json")
export const france2025 = fixture("v3_FR_2025.json")
export const britain2025 = fixture("v3_GB_2025.json")
export const goodFridayTwice = fixture("v3_US_2025_good_friday_twice.json")
/** A reply of the retired v2: `type` in place of `types`. */
export const austria2017 = fixture("v2_AT_2017_global_false_bug.json")
export const countries = fixture("v3_AvailableCountries.json")
export const cloudflare1016 = fixture("error_cloudflare_1016.txt")

/** ASP.NET's problem details. Only `status` has been seen (#812); the rest is the framework's usual. */
export const problem = (status: number, title: string) =>
  JSON.stringify({
    type: "https://tools.ietf.org/html/rfc9110",
    title,
    status,
    traceId: "00-3f0c9b5a7d1e4c2f8a6b0d9e7c5f3a1b-01"
  })
