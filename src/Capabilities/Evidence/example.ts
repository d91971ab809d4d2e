/** What an evidence pack holds: an article as GDELT has it. */
export const evidenceExample = {
  request: {
    query: "Vizhinjam seaport",
    sourceTypes: ["news"],
    limit: 1
  },
  response: {
    data: {
      query: "Vizhinjam seaport",
      findings: [
        {
          source: {
            title: "Customs grants approval to Vizhinjam International Seaport",
            url: "https://www.thehindu.com/news/national/kerala/customs-grants-approval-to-vizhinjam-international-seaport/article68293772.ece",
            provider: "news.search"
          },
          excerpt: null,
          retrievedAt: "2026-11-28T03:31:39.466Z",
          data: {
            publishedAt: "2024-06-15T17:00:00Z",
            language: "English",
            country: "India",
            domain: "thehindu.com"
          }
        }
      ],
      sources: [
        {
          title: "Customs grants approval to Vizhinjam International Seaport",
          url: "https://www.thehindu.com/news/national/kerala/customs-grants-approval-to-vizhinjam-international-seaport/article68293772.ece",
          provider: "news.search"
        }
      ],
      retrievedAt: "2026-11-28T03:31:39.466Z"
    },
    meta: {
      requestId: "req_3f0c9b5a7d1e4c2f8a6b0d9e7c5f3a1b"
    }
  }
}
