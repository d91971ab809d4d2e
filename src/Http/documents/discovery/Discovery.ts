/**
 * The documents by which strangers find out what there is. All are made from the capabilities and the settings.
 */
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Challenges } from "../../../Payment/challenge/Challenge.ts"
import type { Settings } from "../../../Settings.ts"
import type { WebFiles } from "../../../Web/WebFiles.ts"
import * as Document from "../Document.ts"
import * as Forms from "../Forms.ts"
import { pageOf, paths, textOf } from "../Paths.ts"
import * as Pages from "../web/Pages.ts"
import * as Home from "./Home.ts"
import * as Icon from "./Icon.ts"
import * as LlmsText from "./LlmsText.ts"
import * as Machines from "./Machines.ts"
import { siteOf } from "./Site.ts"

/** The documents by their paths. */
export const documents = (
  settings: Settings["Type"],
  challenges: Challenges["Type"],
  files: Effect.Effect<WebFiles>
): ReadonlyArray<readonly [path: string, document: Document.Document]> => {
  const site = siteOf(settings, challenges)
  const pages = Pages.make(site, files)
  const made = (path: string, source: Effect.Effect<Document.Source>) =>
    [path, Document.make(source)] as const
  /** A page at its path, and its text: there for those who prefer it, and at a path of its own. */
  const page = (path: string, html: Effect.Effect<Document.Source>, text: Effect.Effect<Document.Source>) => {
    const [page, markdown] = [Document.make(html), Document.make(text)]
    const forms = Forms.make([
      ["text/html", page],
      ["text/markdown", markdown]
    ])
    return [[path, forms] as const, [textOf(path), markdown] as const]
  }
  const index = Document.make(Home.markdown(site, LlmsText.index(site)))
  return [
    [
      paths.home,
      Forms.make([
        ["application/json", Document.make(Home.json(site))],
        ["text/markdown", index],
        ["text/html", Document.make(pages.home)]
      ])
    ],
    [textOf(paths.home), index],
    ...site.sold.flatMap((challenge) => {
      const path = pageOf(challenge.offer.facts.id)
      const text = Document.make(LlmsText.page(site, challenge))
      const forms = Forms.make([
        ["text/markdown", text],
        ["text/html", Document.make(pages.capability(path, challenge))]
      ])
      return [[path, forms] as const, [textOf(path), text] as const]
    }),
    ...pages.docs.flatMap(({ html, path, text }) => page(path, html, text)),
    made(paths.llms, LlmsText.index(site)),
    made(paths.llmsFull, LlmsText.full(site)),
    made(paths.x402, Machines.resources(site)),
    made(paths.apiCatalog, Machines.apiCatalog(site)),
    ...Option.match(Machines.securityText(site), {
      onNone: () => [],
      onSome: (text) => [made(paths.securityText, text)]
    }),
    made(paths.robots, Machines.robots(site)),
    made(paths.sitemap, Machines.sitemap(site)),
    made(paths.icon, Icon.svg),
    made(paths.favicon, Icon.ico)
  ]
}
