/** What a comparison answers: two entities of Wikidata that share a name. */
export const compareExample = {
  request: {
    query: "Attila the Hun",
    sourceTypes: ["knowledge"],
    limit: 4
  },
  response: {
    data: {
      query: "Attila the Hun",
      subjects: [
        {
          name: "Attila the Hun",
          sources: ["knowledge.search"]
        }
      ],
      attributes: [
        {
          subject: "Attila the Hun",
          key: "excerpt",
          value: "King of the Hunnic Empire",
          provider: "knowledge.search"
        },
        {
          subject: "Attila the Hun",
          key: "excerpt",
          value: "Calypsonian",
          provider: "knowledge.search"
        },
        {
          subject: "Attila the Hun",
          key: "id",
          value: "Q36724",
          provider: "knowledge.search"
        },
        {
          subject: "Attila the Hun",
          key: "id",
          value: "Q4818461",
          provider: "knowledge.search"
        },
        {
          subject: "Attila the Hun",
          key: "id",
          value: "Q4818464",
          provider: "knowledge.search"
        }
      ],
      sources: [
        {
          title: "Attila the Hun",
          url: "https://www.wikidata.org/wiki/Q36724",
          provider: "knowledge.search"
        },
        {
          title: "Attila the Hun",
          url: "https://www.wikidata.org/wiki/Q4818461",
          provider: "knowledge.search"
        },
        {
          title: "Attila the Hun",
          url: "https://www.wikidata.org/wiki/Q4818464",
          provider: "knowledge.search"
        }
      ],
      disagreements: [
        {
          subject: "Attila the Hun",
          attribute: "excerpt",
          values: [
            {
              value: "Calypsonian",
              source: {
                title: "Attila the Hun",
                url: "https://www.wikidata.org/wiki/Q4818464",
                provider: "knowledge.search"
              }
            },
            {
              value: "King of the Hunnic Empire",
              source: {
                title: "Attila the Hun",
                url: "https://www.wikidata.org/wiki/Q36724",
                provider: "knowledge.search"
              }
            }
          ]
        }
      ]
    },
    meta: {
      requestId: "req_3f0c9b5a7d1e4c2f8a6b0d9e7c5f3a1b"
    }
  }
}
