/**
 * The pages for people, each made when it is first asked for.
 */
import * as Effect from "effect/Effect"
import { version } from "../../../Api/Version.ts"
import type { Challenge } from "../../../Payment/challenge/Challenge.ts"
import * as Assets from "../../../Resources/Assets.ts"
import { capabilityPage } from "../../../Web/pages/Capability.ts"
import { docPage, docsPage, docsText } from "../../../Web/pages/Docs.ts"
import { errorsPage, errorsText } from "../../../Web/pages/Errors.ts"
import { frame, type Page } from "../../../Web/pages/Frame.ts"
import { homePage } from "../../../Web/pages/Home.ts"
import { notFoundPage } from "../../../Web/pages/NotFound.ts"
import type * as Pages from "../../../Web/pages/Site.ts"
import type { WebFiles } from "../../../Web/WebFiles.ts"
import { descriptorOf } from "../CapabilityList.ts"
import type { Source } from "../Document.ts"
import { linkHeader } from "../discovery/Home.ts"
import { markdown } from "../discovery/LlmsText.ts"
import { type Site, summary } from "../discovery/Site.ts"
import * as PageSecurity from "../PageSecurity.ts"
import { docs, errorLink, paths, textOf } from "../Paths.ts"

const sold = (challenge: Challenge): Pages.Sold => ({
  descriptor: descriptorOf(challenge),
  facts: challenge.offer.facts,
  challenge: challenge.because("Payment required")
})

/** The cheapest, to be shown. */
const cheapest = (all: ReadonlyArray<Challenge>): Challenge | undefined =>
  all.reduce<Challenge | undefined>(
    (least, one) => (least === undefined || one.price.atomic < least.price.atomic ? one : least),
    undefined
  )

/** The pages of a service, of the files that are made for them. */
export const make = (site: Site, files: Effect.Effect<WebFiles>) => {
  const page = (
    link: string,
    of: (site: Pages.Site) => Page,
    headers: Source["headers"] = {}
  ): Effect.Effect<Source> =>
    Effect.map(files, (files) => {
      const publicUrl = site.url("")
      const shown: Pages.Site = {
        publicUrl,
        version,
        summary: summary(site),
        network: site.network,
        sandbox: site.sandbox,
        explorer: site.sandbox ? undefined : Assets.explorer(site.network.caip2),
        files
      }
      return {
        contentType: "text/html; charset=utf-8",
        text: frame(shown, of(shown)),
        headers: { ...PageSecurity.strict([new URL(publicUrl).origin]), link, ...headers },
        varies: "Accept"
      }
    })
  const text = (of: (files: WebFiles) => string): Effect.Effect<Source> =>
    Effect.map(files, (files) => ({ ...markdown(of(files)), varies: "Accept" as const }))
  /** Where the page is as Markdown, and the index for models. */
  const linksOf = (path: string) =>
    `<${site.url(textOf(path))}>; rel="alternate"; type="text/markdown", ` +
    `<${site.url(paths.llms)}>; rel="describedby"; type="text/markdown"`
  return {
    home: page(linkHeader(site), (shown) => {
      const example = cheapest(site.sold)
      return homePage(shown, site.sold.map(sold), example === undefined ? undefined : sold(example))
    }),
    capability: (path: string, challenge: Challenge) =>
      page(linksOf(path), (shown) => capabilityPage(shown, sold(challenge))),
    notFound: page(errorLink("NOT_FOUND"), () => notFoundPage, { "cache-control": "no-store" }),
    /** Pages of the docs by their paths, with their texts. */
    docs: [
      {
        path: paths.docs,
        html: page(linksOf(paths.docs), ({ files }) => docsPage(files)),
        text: text(docsText)
      },
      {
        path: paths.errors,
        html: page(linksOf(paths.errors), () => errorsPage),
        text: text(errorsText)
      },
      ...docs.map(({ name, path }) => {
        const own = (files: WebFiles) => files.docs.filter((one) => one.name === name)
        return {
          path,
          html: page(linksOf(path), ({ files }) => {
            const [found] = own(files)
            return found === undefined ? docsPage(files) : docPage(files, found)
          }),
          text: text((files) =>
            own(files)
              .map(({ text }) => text)
              .join("")
          )
        }
      })
    ]
  }
}
