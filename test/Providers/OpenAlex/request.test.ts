import { describe, expect, it } from "@effect/vitest"
import { searchRequest, workRequest } from "../../../src/Providers/OpenAlex/request.ts"

const select =
  "id,doi,title,display_name,publication_year,cited_by_count,open_access,authorships,primary_location,is_retracted,abstract_inverted_index"

describe("searchRequest", () => {
  it.each([
    ["machine learning", 10, "machine learning"],
    ["What is CRISPR?", 1, "What is CRISPR"],
    ["  a \n (b) | c*  ", 50, "a b c"],
    ["cats AND dogs", 7, "cats and dogs"]
  ])("%j", (query, limit, search) => {
    expect(searchRequest({ query, limit })).toEqual({
      path: "/works",
      query: { search, per_page: String(limit), select },
      accept: [403, 429]
    })
  })

  it("has no address: the polite pool has ended in 2026 (searxng/searxng #6513)", () => {
    expect(searchRequest({ query: "x", limit: 1 }).query).not.toHaveProperty("mailto")
  })
})

describe("workRequest", () => {
  it.each([
    ["10.4081/gh.2014.294", "/works/doi:10.4081/gh.2014.294"],
    // The address of a DOI would be billed as a list: never `/works/https://doi.org/…`.
    ["10.1000/a/b/", "/works/doi:10.1000/a/b/"],
    // A comma would end a filter: it is the path that is asked.
    ["10.1000/a,b", "/works/doi:10.1000/a%2Cb"],
    ["10.1000/#?%<> ", "/works/doi:10.1000/%23%3F%25%3C%3E%20"]
  ])("%s", (doi, path) => {
    expect(workRequest(doi)).toEqual({
      path,
      template: "/works/doi:{doi}",
      query: { select },
      accept: [404, 403, 429]
    })
  })
})
