/**
 * Which searches the providers refuse for their form, by what they document and what their users recorded.
 */

const cjk = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]+$/u

const count = (text: string): number => [...text].length

/** GDELT: a bare word has only letters and digits, 3 at least; a phrase 5 characters, one word with a sign 4. */
const gdeltTerm = (term: string): ReadonlyArray<string> => {
  if (/^".*"$/.test(term)) {
    const inside = term.slice(1, -1)
    const least = /^\S*[^\p{L}\p{N}\s]\S*$/u.test(inside) ? 4 : 5
    return count(inside) < least ? [`short phrase ${term}`] : []
  }
  if (!/^[\p{L}\p{N}\p{M}]+$/u.test(term)) return [`illegal character ${term}`]
  return count(term) < (cjk.test(term) ? 2 : 3) ? [`short word ${term}`] : []
}

/** Groups in parentheses have alternatives, and alternatives stand in parentheses; no group in a group. */
const gdelt = (query: string): ReadonlyArray<string> => {
  if (count(query) < 2 || count(query) > 250) return ["too short or too long"]
  const parts = query.match(/"[^"]*"|\([^()]*\)|[^\s()"]+|[()"]/g) ?? []
  const terms = parts.filter((part) => !/^sourcelang:english$/.test(part))
  if (terms.length === 0) return ["no term"]
  return terms.flatMap((part) => {
    if (/^["()]$/.test(part)) return ["unpaired parenthesis or quote"]
    if (part === "OR" || part === "AND") return [`${part} outside of parentheses`]
    if (!part.startsWith("(")) return gdeltTerm(part)
    const inside = part.slice(1, -1).split(" OR ")
    return inside.length < 2 ? ["parentheses without OR"] : inside.flatMap(gdeltTerm)
  })
}

/** OpenAlex: no wildcards and operators of its engine, paired quotes, not empty, at most 1,500 characters and 5 operators. */
const openalex = (search: string): ReadonlyArray<string> => [
  ...(/[\p{L}\p{N}]/u.test(search) ? [] : ["empty"]),
  ...(count(search) > 1500 ? ["too long"] : []),
  ...(/[?*!|~^\\()[\]{}]/.test(search) ? ["operator"] : []),
  ...(search.split('"').length % 2 === 1 ? [] : ["unpaired quote"]),
  ...((search.match(/(?<=^|\s)(?:AND|OR|NOT)(?=\s|$)/g) ?? []).length > 5 ? ["slow lane"] : []),
  ...(/(?:^|\s)(?:AND|OR|NOT)$/.test(search) || /^(?:AND|OR)\s/.test(search)
    ? ["operator without a side"]
    : [])
]

/** Crossref takes any text, but an empty one finds everything. */
const crossref = (query: string): ReadonlyArray<string> => (/[\p{L}\p{N}]/u.test(query) ? [] : ["empty"])

/** Wikidata wants a text, of 250 characters at most. */
const wikidata = (search: string): ReadonlyArray<string> =>
  /[\p{L}\p{N}]/u.test(search) && count(search) <= 250 ? [] : ["empty or too long"]

const rules = { gdelt, openalex, crossref, wikidata }

/** Why a provider refuses a search; none when it takes it. */
export const refusals = (name: keyof typeof rules, search: string): ReadonlyArray<string> =>
  rules[name](search)
