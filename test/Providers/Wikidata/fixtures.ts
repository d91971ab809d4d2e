/** Recorded replies: test/fixtures/wikidata/SOURCES.md says where each is from. */
import { readFileSync } from "node:fs"

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/wikidata/${name}`, import.meta.url), "utf8").trim()

export const attila = fixture("wbsearchentities_attila_no_description.json")
export const universe = fixture("wbsearchentities_search_continue.json")
export const byEntityId = fixture("wbsearchentities_entityid_match.json")
/** Only the entries of `search`. */
export const displayEntries = fixture("search_entries_with_display_and_alias_match.json")
export const badLanguage = fixture("error_200_badvalue_language.json")
export const missingParameter = fixture("error_200_missing_parameter.json")
export const userAgentRefused = fixture("error_403_user_agent.txt")
export const scriptedRequests = fixture("error_429_scripted_requests.txt")
