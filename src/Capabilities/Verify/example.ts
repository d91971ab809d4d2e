/** What verification answers, by entities of Wikidata. */
export const verifyExample = {
  request: {
    claim: "Attila was king of the Huns",
    sourceTypes: ["knowledge"],
    maxSources: 3
  },
  response: {
    data: {
      claim: "Attila was king of the Huns",
      verdict: "supported",
      confidence: 0.43,
      evidence: [
        {
          source: {
            title: "Attila the Hun",
            url: "https://www.wikidata.org/wiki/Q36724",
            provider: "knowledge.search"
          },
          excerpt: "King of the Hunnic Empire",
          retrievedAt: "2026-11-28T03:31:37.983Z",
          data: {
            id: "Q36724"
          }
        },
        {
          source: {
            title: "Attila the Hun",
            url: "https://www.wikidata.org/wiki/Q4818461",
            provider: "knowledge.search"
          },
          excerpt: null,
          retrievedAt: "2026-11-28T03:31:37.983Z",
          data: {
            id: "Q4818461"
          }
        }
      ],
      agreementCount: 1,
      contradictionCount: 0,
      sourcesChecked: 2
    },
    meta: {
      requestId: "req_3f0c9b5a7d1e4c2f8a6b0d9e7c5f3a1b"
    }
  }
}
