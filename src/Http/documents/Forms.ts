/**
 * A document that has several forms, of which a client gets the one that it likes best.
 */
import type * as Document from "./Document.ts"
import { preferred } from "./MediaType.ts"

/** A form by its media type, as a client names it. */
export type Form<Type extends string> = readonly [type: Type, document: Document.Document]

/** The forms of one document, the default first. Their sources say `varies`, so that caches keep them apart. */
export const make = <const Type extends string>(
  forms: readonly [Form<Type>, ...ReadonlyArray<Form<Type>>]
): Document.Document => {
  const [[first, standard], ...others] = forms
  const byType = new Map(forms)
  const types = [first, ...others.map(([type]) => type)] as const
  const chosen = ({ accept }: Document.Request) => byType.get(preferred(accept, types)) ?? standard
  return {
    ready: (request) => chosen(request).ready(request),
    answer: (request) => chosen(request).answer(request)
  }
}
