/**
 * The files that name the version, and the changelog, as they are after a release. Pure.
 */

/** A file that names the version, and how: `$` stands for the version. Each is there as often as it says. */
const places: ReadonlyArray<readonly [file: string, text: string, times: number]> = [
  ["package.json", '"version": "$"', 1],
  ["package-lock.json", '"name": "almanac-service",\n  "version": "$"', 1],
  ["package-lock.json", '"name": "almanac-service",\n      "version": "$"', 1],
  ["server.json", '"version": "$"', 2],
  ["src/Api/Version.ts", 'version = "$"', 1],
  ["ops/kubernetes/almanac.yaml", "almanac:$ #", 1],
  ["scripts/bench/peers/configuration.js", 'version: "$"', 1]
]

const changelog = "CHANGELOG.md"

/** The files that a release reads and changes. */
export const files: ReadonlyArray<string> = [...new Set(places.map(([file]) => file)), changelog]

/** The numbers of a version such as 1.2.3; `undefined` for anything else. */
const numbers = (version: string): ReadonlyArray<number> | undefined =>
  /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(version) ? version.split(".").map(Number) : undefined

/** Whether a version follows another one. */
const isLater = (version: ReadonlyArray<number>, present: ReadonlyArray<number>) => {
  const first = version.findIndex((number, index) => number !== present[index])
  return first !== -1 && (version[first] ?? 0) > (present[first] ?? 0)
}

/** What a release is made from: the texts of `files`, and the versions that have a tag. */
export interface Present {
  readonly texts: ReadonlyMap<string, string>
  readonly released: ReadonlyArray<string>
}

const unreleased = /^## \[Unreleased\]\n([\s\S]*?)(?=^## |(?![\s\S]))/m

/** The changelog's section of what is not released, without its heading. */
const newsOf = (text: string) => unreleased.exec(text)?.[1]?.trim() ?? ""

/** The texts after the release of a version on a day (`2026-11-29`), and what is new in it; or why there can be none. */
export const release = (
  { released, texts }: Present,
  version: string,
  day: string
): { readonly texts: ReadonlyMap<string, string>; readonly news: string } | ReadonlyArray<string> => {
  const present = /version = "(.*)"/.exec(texts.get("src/Api/Version.ts") ?? "")?.[1] ?? ""
  const asked = numbers(version)
  const before = numbers(present)
  if (asked === undefined || before === undefined) return [`${version} is no version such as 1.2.3`]
  const problems: Array<string> = []
  const isFirst = version === present && released.length === 0
  if (released.includes(version)) problems.push(`${version} has been released: there is a tag v${version}`)
  else if (!isFirst && !isLater(asked, before)) problems.push(`${version} does not follow ${present}`)
  const news = newsOf(texts.get(changelog) ?? "")
  if (!/^- /m.test(news)) problems.push(`${changelog} says nothing below [Unreleased]`)

  const after = new Map(texts)
  for (const [file, text, times] of places) {
    const content = after.get(file) ?? ""
    const found = text.replace("$", present)
    const count = content.split(found).length - 1
    if (count !== times) problems.push(`${file} names ${present} ${count} times as ${text}, and not ${times}`)
    after.set(file, content.replaceAll(found, text.replace("$", version)))
  }
  after.set(
    changelog,
    (texts.get(changelog) ?? "")
      .replace(unreleased, () => `## [Unreleased]\n\n## [${version}] - ${day}\n\n${news}\n\n`)
      .trimEnd()
      .concat("\n")
  )
  return problems.length > 0 ? problems : { texts: after, news }
}
