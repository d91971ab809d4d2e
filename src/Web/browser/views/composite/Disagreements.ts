import type { Disagreement } from "../../../../Client/generated/types.ts"
import { h, type Markup } from "../../../Markup.ts"
import { kinds } from "../parts/Cards.ts"
import { section } from "../parts/Layout.ts"
import { link, quoted } from "../parts/Text.ts"

const one = ({ subject, values }: Disagreement): Markup =>
  h(
    "section",
    {},
    h("h5", {}, quoted(subject)),
    h(
      "ul",
      { class: "beside" },
      values.map(({ source, value }) =>
        h(
          "li",
          { class: "card" },
          h("blockquote", {}, h("p", { dir: "auto" }, value)),
          h("p", {}, link(source.url, source.title), h("small", {}, kinds[source.provider]))
        )
      )
    )
  )

/** What sources say differently of one subject, side by side; nothing where they do not. */
export const disagreements = (all: ReadonlyArray<Disagreement>): ReadonlyArray<Markup> =>
  all.length === 0 ? [] : [section(4, "Said differently", ...all.map(one))]
