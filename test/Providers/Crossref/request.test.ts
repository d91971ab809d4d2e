import { describe, expect, it } from "@effect/vitest"
import { searchRequest, workRequest } from "../../../src/Providers/Crossref/request.ts"

describe("searchRequest", () => {
  it.each([
    ["machine learning", 10, "machine learning"],
    ["What is CRISPR?", 1, "What is CRISPR"],
    ['  "deep  learning" AND cats ', 50, "deep learning and cats"]
  ])("%j", (query, limit, terms) => {
    expect(searchRequest({ query, limit })).toEqual({
      path: "/works",
      query: {
        "query.bibliographic": terms,
        rows: String(limit),
        filter:
          "type:journal-article,type:posted-content,type:proceedings-article,type:book-chapter,type:book,type:edited-book,type:monograph,type:reference-book,type:reference-entry,type:dissertation,type:report",
        select:
          "DOI,title,author,published,issued,published-print,published-online,container-title,is-referenced-by-count,URL,resource,license,abstract,updated-by"
      }
    })
  })
})

describe("workRequest", () => {
  it.each([
    ["10.1371/journal.pone.0033693", "/works/10.1371/journal.pone.0033693"],
    ["10.1002/(sici)1:2<3::a>4;5[6]#7", "/works/10.1002/(sici)1%3A2%3C3%3A%3Aa%3E4%3B5%5B6%5D%237"],
    ["10.1000/a/", "/works/10.1000/a/"]
  ])("%s, without select", (doi, path) => {
    expect(workRequest(doi)).toEqual({ path, template: "/works/{doi}", accept: [404] })
  })
})
