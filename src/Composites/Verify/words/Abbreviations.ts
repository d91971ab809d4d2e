/**
 * Abbreviations after whose full stop a sentence goes on. Origin: written for this project: titles, references of
 * scholarly prose, measures, months. Single letters count without being listed.
 */
import { words } from "./WordList.ts"

export const abbreviations = words(`
  mr mrs ms dr prof rev hon st jr sr gen col lt sgt capt sen rep gov pres
  e.g i.e eg ie etc vs v cf al et fig figs ref refs vol pp ed eds approx ca resp incl est
  inc ltd co corp dept univ u.s u.k u.n d.c ph.d
  jan feb mar apr jun jul aug sep sept oct nov dec
`)
