/**
 * The documents by which strangers find out what there is. All are made from the capabilities and the settings.
 */
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Challenges } from "../../../Payment/challenge/Challenge.ts"
import type { Settings } from "../../../Settings.ts"
import * as Document from "../Document.ts"
import * as Forms from "../Forms.ts"
import { pageOf, paths } from "../Paths.ts"
import * as Home from "./Home.ts"
import * as Icon from "./Icon.ts"
import * as LlmsText from "./LlmsText.ts"
import * as Machines from "./Machines.ts"
import { siteOf } from "./Site.ts"

/** The documents by their paths. */
export const documents = (
  settings: Settings["Type"],
  challenges: Challenges["Type"]
): ReadonlyArray<readonly [path: string, document: Document.Document]> => {
  const site = siteOf(settings, challenges)
  const made = (path: string, source: Effect.Effect<Document.Source>) =>
    [path, Document.make(source)] as const
  return [
    [
      paths.home,
      Forms.make([
        ["application/json", Document.make(Home.json(site))],
        ["text/markdown", Document.make(Home.markdown(site, LlmsText.index(site)))],
        ["text/html", Document.make(Home.html(site))]
      ])
    ],
    ...site.sold.map((challenge) => {
      const forms = Forms.make([
        ["text/markdown", Document.make(LlmsText.page(site, challenge))],
        ["text/html", Document.make(Home.capabilityPage(site, challenge))]
      ])
      return [pageOf(challenge.offer.facts.id), forms] as const
    }),
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
