/** Recorded replies: test/fixtures/census/SOURCES.md says where each is from. */
import { readFileSync } from "node:fs"

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/census/${name}`, import.meta.url), "utf8").trim()

export const states2019 = fixture("acs1_2019_state_trimmed.json")
export const nation2009 = fixture("acs5_2009_us.json")
export const states2009 = fixture("acs5_2009_state_trimmed.json")
export const counties2009 = fixture("acs5_2009_county_trimmed.json")
export const tracts2009 = fixture("acs5_2009_tract_trimmed.json")
export const districts2009 = fixture("acs5_2009_congressional_district_trimmed.json")
export const arizona2015 = fixture("acs5_2015_state_one.json")
export const missingKeyPage = fixture("error_200_missing_key_html_prefix.txt")
export const invalidKeyPage = fixture("error_200_invalid_key_html_prefix.txt")
export const unknownVariable2019 = fixture("error_400_unknown_variable_2019.txt")
export const unknownVariable2026 = fixture("error_400_unknown_variable_2026.txt")
export const unsupportedGeography = fixture("error_400_unsupported_geography.txt")
export const genericFailure = fixture("error_generic_query_failure.txt")

/** The status line and the headers of the redirect. */
export const missingKeyRedirect = (() => {
  const [line = "", ...headers] = fixture("error_302_missing_key_headers.txt").split("\n")
  return {
    status: Number(line.split(" ")[1]),
    headers: Object.fromEntries(
      headers.map((header) => [
        header.slice(0, header.indexOf(":")).toLowerCase(),
        header.slice(header.indexOf(":") + 1).trim()
      ])
    )
  }
})()

/** The printed table as the reply that it was printed from: "NA(null)" stands for null, "(cut)" for a text. */
export const annotations2022: ReadonlyArray<ReadonlyArray<string | null>> = fixture(
  "acs5_2022_annotations_transcribed.txt"
)
  .split("\n")
  .map((line) => line.split("|").map((cell) => (cell === "NA(null)" ? null : cell)))
