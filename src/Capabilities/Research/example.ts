/** What research answers: a work as OpenAlex has it, and an entity of Wikidata. */
export const researchExample = {
  request: {
    query: "COVID-19",
    sources: ["academic", "knowledge"],
    limit: 1
  },
  response: {
    data: {
      query: "COVID-19",
      status: "complete",
      sources: {
        academic: {
          status: "success",
          data: {
            results: [
              {
                id: "openalex:W4391093823",
                title: "Forecasting COVID-19 Hotspots in Florida Public Schools: A Machine Learning Approach",
                authors: ["Mingming Peng", "Askal Ayalew Ali", "Hongmei Chi"],
                publicationYear: 2023,
                doi: "10.1109/bigdata59044.2023.10386102",
                url: "https://doi.org/10.1109/bigdata59044.2023.10386102",
                journal: null,
                citations: 0,
                openAccess: false,
                source: "openalex"
              }
            ],
            meta: {
              count: 1
            }
          },
          error: null
        },
        knowledge: {
          status: "success",
          data: {
            results: [
              {
                id: "Q84263196",
                name: "COVID-19",
                description:
                  "respiratory syndrome and infectious disease in humans, caused by SARS coronavirus 2",
                url: "https://www.wikidata.org/wiki/Q84263196",
                source: "wikidata"
              }
            ]
          },
          error: null
        }
      },
      findings: [
        {
          source: {
            title: "Forecasting COVID-19 Hotspots in Florida Public Schools: A Machine Learning Approach",
            url: "https://doi.org/10.1109/bigdata59044.2023.10386102",
            provider: "academic.search"
          },
          excerpt:
            "The COVID-19 pandemic has presented an unprecedented challenge to the education system, necessitating data-driven strategies to mitigate its impact on students and staff. This research paper introduces a novel machine-learning approach for forecasting COVID-19 hotspots in K-12 schools across Florida. Our study leverages comprehensive datasets encompassing epidemiological, environmental, demographic, and school-specific factors. This research paper showcases a machine-learning approach for",
          retrievedAt: "2026-11-28T03:31:36.544Z",
          data: {
            authors: ["Mingming Peng", "Askal Ayalew Ali", "Hongmei Chi"],
            publicationYear: 2023,
            journal: null,
            citations: 0,
            openAccess: false,
            doi: "10.1109/bigdata59044.2023.10386102"
          }
        },
        {
          source: {
            title: "COVID-19",
            url: "https://www.wikidata.org/wiki/Q84263196",
            provider: "knowledge.search"
          },
          excerpt: "respiratory syndrome and infectious disease in humans, caused by SARS coronavirus 2",
          retrievedAt: "2026-11-28T03:31:36.547Z",
          data: {
            id: "Q84263196"
          }
        }
      ],
      disagreements: [],
      composition: {
        sourcesRequested: ["academic", "knowledge"],
        sourcesSucceeded: ["academic", "knowledge"],
        sourcesEmpty: [],
        sourcesFailed: [],
        retrievedAt: "2026-11-28T03:31:36.547Z"
      }
    },
    meta: {
      requestId: "req_3f0c9b5a7d1e4c2f8a6b0d9e7c5f3a1b",
      sourcesUsed: ["academic", "knowledge"],
      price: {
        amount: "0.05",
        currency: "USDC"
      }
    }
  }
}
