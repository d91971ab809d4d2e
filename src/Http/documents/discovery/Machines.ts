/**
 * What programs look for at known places: the resources for sale, the catalog of the API, robots, sitemap, and whom to
 * tell of a weakness.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { uriOf } from "../../../Settings/Contact.ts"
import type { Source } from "../Document.ts"
import { docs, pageOf, paths } from "../Paths.ts"
import type { Site } from "./Site.ts"

/**
 * `/.well-known/x402`: what is sold, each with its requirements. No standard describes it; crawlers read `resources` or
 * `items`, which have the form of the facilitators' lists.
 */
export const resources = ({ sold }: Site): Effect.Effect<Source> =>
  Effect.sync(() => {
    const items = sold.map(({ because, offer }) => {
      const { accepts, extensions, resource } = because("")
      const { url, ...described } = resource
      return {
        resource: url,
        type: "http",
        method: offer.method,
        x402Version: 2,
        accepts,
        ...described,
        extensions
      }
    })
    return {
      contentType: "application/json",
      text: JSON.stringify({
        version: 1,
        x402Version: 2,
        resources: items.map(({ resource }) => resource),
        items
      })
    }
  })

/** `/.well-known/api-catalog` (RFC 9727, as a linkset of RFC 9264). */
export const apiCatalog = ({ url }: Site): Effect.Effect<Source> =>
  Effect.sync(() => {
    const json = (path: string) => ({ href: url(path), type: "application/json" })
    const markdown = (path: string) => ({ href: url(path), type: "text/markdown" })
    return {
      contentType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      text: JSON.stringify({
        linkset: [
          {
            anchor: url("/"),
            "service-desc": [json(paths.openApi)],
            "service-doc": [{ href: url(paths.docs), type: "text/html" }, markdown(paths.llms)],
            "service-meta": [json(paths.capabilities), json(paths.x402)],
            status: [json(paths.status), json(paths.health)]
          }
        ]
      }),
      headers: { link: `<${url(paths.apiCatalog)}>; rel="api-catalog"` }
    }
  })

/** `/robots.txt`: everything may be read. */
export const robots = ({ url }: Site): Effect.Effect<Source> =>
  Effect.succeed({
    contentType: "text/plain; charset=utf-8",
    text: `User-agent: *\nAllow: /\n\nSitemap: ${url(paths.sitemap)}\n`
  })

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** `/sitemap.xml`: the pages for people, and the index for models. */
export const sitemap = ({ sold, url }: Site): Effect.Effect<Source> =>
  Effect.sync(() => {
    const pages = [
      paths.home,
      paths.docs,
      paths.apiDocs,
      paths.errors,
      ...docs.map(({ path }) => path),
      paths.llms,
      ...sold.map(({ offer }) => pageOf(offer.facts.id))
    ]
    const lines = pages.map((path) => `  <url><loc>${escaped(url(path))}</loc></url>`)
    return {
      contentType: "application/xml; charset=utf-8",
      text: `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${lines.join("\n")}
</urlset>
`
    }
  })

/** Days for which the contact holds: RFC 9116 wants less than a year. */
const daysOfContact = 364

/**
 * `/.well-known/security.txt` (RFC 9116) with the operator's contact. There is none in the sandbox, nor where the contact
 * is neither an e-mail address nor an https page: a file without a contact is no such file.
 */
export const securityText = ({ contact, sandbox, url }: Site): Option.Option<Effect.Effect<Source>> =>
  Option.map(
    Option.filter(uriOf(contact), () => !sandbox),
    (uri) =>
      Effect.map(DateTime.now, (now) => {
        // From the beginning of the day, so that replicas tell the same.
        const expires = DateTime.add(DateTime.startOf(now, "day"), { days: daysOfContact })
        const own = url(paths.securityText)
        return {
          contentType: "text/plain; charset=utf-8",
          text: [
            `Contact: ${uri}`,
            `Expires: ${DateTime.formatIso(expires)}`,
            "Preferred-Languages: en",
            ...(own.startsWith("https:") ? [`Canonical: ${own}`] : []),
            ""
          ].join("\n")
        }
      })
  )
