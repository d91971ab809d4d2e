/** Recorded replies: test/fixtures/crossref/SOURCES.md says where each is from. */
import { readFileSync } from "node:fs"

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/crossref/${name}`, import.meta.url), "utf8").trim()

export const ecology = fixture("works/works_query_ecology.json")
export const selected = fixture("works/works_query_select.json")
export const byDoi = fixture("works/work_by_doi_full.json")
export const noAuthorNullIssued = fixture("works/works_query_noauthor_nullissued_posted.json")
export const markupNewlines = fixture("works/works_markup_newline_titles.json")
export const entityTitle = fixture("works/works_entity_title.json")
export const components = fixture("works/works_no_title_components.json")
export const issue = fixture("works/works_no_title_issue.json")
export const multiTitle = fixture("works/works_multi_title_author_without_given.json")
export const subSup = fixture("works/works_sub_sup_title.json")
export const escapedScp = fixture("works/works_escaped_scp_title_reviews.json")
export const corrections = fixture("works/works_correction_org_author_update_to.json")
export const empty = fixture("works/works_query_empty.json")

/** A recorded error with its status and headers. */
const recorded = (name: string, extension: "json" | "txt") => {
  const { status, headers }: { status: number; headers: Record<string, string> } = JSON.parse(
    fixture(`errors/${name}.http.json`)
  )
  return { status, headers, body: fixture(`errors/${name}.${extension}`) }
}

export const unknownDoi = recorded("work_404_not_found", "txt")
export const unknownAgency = recorded("agency_404_json_content_type_text_body", "txt")
export const unknownAbstract = recorded("work_abstract_404_text", "txt")
export const cursorInvalid = recorded("error_404_cursor_invalid", "json")
export const integerNotValid = recorded("error_400_integer_not_valid", "json")
export const parameterNotAllowed = recorded("error_400_parameter_not_allowed", "json")
export const exception = recorded("error_500_clojure_exception", "json")
export const gatewayTimeout = recorded("error_504_gateway_html", "txt")
export const movedToTls = recorded("error_301_http_scheme_html", "txt")
export const agency = fixture("works/agency_ok.json")
