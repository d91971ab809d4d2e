import type { Comparison } from "../../../../Client/generated/types.ts"
import { type Element, h, type Markup } from "../../../Markup.ts"
import { kinds } from "../parts/Cards.ts"
import { count } from "../parts/Format.ts"
import { type Fact, facts, note, section } from "../parts/Layout.ts"
import { doiUrl, link, quoted, shortUrl } from "../parts/Text.ts"
import { disagreements } from "./Disagreements.ts"

/** Attributes in words, in the order in which they are shown. */
const words: ReadonlyMap<string, string> = new Map([
  ["excerpt", "Described as"],
  ["authors", "Authors"],
  ["publicationYear", "Year"],
  ["journal", "Appeared in"],
  ["citations", "Cited by"],
  ["openAccess", "Free copy"],
  ["doi", "DOI"],
  ["domain", "Publisher"],
  ["publishedAt", "First seen"],
  ["language", "Language"],
  ["country", "Country of the publisher"],
  ["id", "Identifier"]
])

type Attribute = Comparison["attributes"][number]

const valueOf = ({ key, value }: Attribute): Markup =>
  key === "doi" ? link(doiUrl(value), value) : quoted(value)

const card = (
  { name, sources }: Comparison["subjects"][number],
  attributes: ReadonlyArray<Attribute>
): Markup => {
  const own = attributes.filter(({ subject }) => subject === name)
  const keys = [...new Set([...words.keys(), ...own.map(({ key }) => key)])]
  const known = keys.flatMap((key): ReadonlyArray<Fact> => {
    const values = own.filter((attribute) => attribute.key === key)
    const [first, ...others] = values
    if (first === undefined) return []
    const all =
      others.length === 0
        ? valueOf(first)
        : h(
            "ul",
            {},
            values.map((one) => h("li", {}, valueOf(one)))
          )
    return [[words.get(key) ?? key, all]]
  })
  return h(
    "li",
    { class: "card" },
    h("h5", {}, quoted(name)),
    ...facts([["Found as", sources.map((source) => kinds[source].toLowerCase()).join(", ")], ...known])
  )
}

/** `information.compare`: the subjects side by side. */
export const compare = ({ attributes, query, sources, subjects, ...more }: Comparison): Element =>
  section(
    3,
    h("span", {}, "Compared: ", quoted(query)),
    ...(subjects.length === 0
      ? [note("The sources found nothing. One that did not answer is not told here.")]
      : []),
    ...disagreements(more.disagreements),
    ...(subjects.length === 0
      ? []
      : [
          section(
            4,
            count(subjects.length, "subject"),
            h(
              "ul",
              { class: "beside" },
              subjects.map((subject) => card(subject, attributes))
            )
          )
        ]),
    ...(sources.length === 0
      ? []
      : [
          section(
            4,
            "Where it was found",
            h(
              "ul",
              {},
              sources.map(({ provider, title, url }) =>
                h(
                  "li",
                  {},
                  link(url, title),
                  h("small", {}, quoted([kinds[provider], shortUrl(url) ?? "without an address"].join(", ")))
                )
              )
            )
          )
        ])
  )
