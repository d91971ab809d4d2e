/**
 * Words that tell the language of a text in Latin letters. Origin: written for this project from the closed word
 * classes of the languages that sources bring most often; accents dropped as in tokens. Left out: words of English
 * ("die", "fur", "hat"), parts of names ("von der", "Los", "São"), and short forms ("MIT", "AUS", "com").
 */
import { words } from "./WordList.ts"

/** Function words of German, Dutch, French, Spanish, Portuguese, Italian, Scandinavian and some other languages. */
export const foreignWords = words(`
  und ist sind nicht auf auch wird werden wurde wurden sich nach bei oder dass das kein keine wie noch nur ein eine
  einen einem einer eines haben durch zum zur vom beim sein seine ihre mehr
  een het dat niet voor zijn aan ook naar bij wordt werd deze
  une est sont dans pour avec qui aux cette ont elle nous vous etre mais leur ses ete pas
  una es por que para pero esta muy fue tiene sus este desde entre sobre
  uma nao foi pelo pela mais seu tambem
  che gli della dei delle nel nella alla sono piu questo anche
  och det som inte ett fran eller ikke og
  nie jest sie oraz przez dla jako
  bir icin ile olarak daha
  az egy hogy nem
  yang dengan untuk tidak adalah
`)

/** Function words of English that the others have as well: they tell nothing. */
export const sharedWords = words(`
  a all also am an as at do for had has he her i in is me mine no of on once or over per so to under was we will
`)

/**
 * Function and question words of these languages that English, or a name, has as well: in a text that is known to be of
 * another language they are what "the" and "what" are in an English one. Accents dropped as in tokens.
 */
export const foreignFunctionWords = words(`
  der die das den dem des wer wie wo wann warum wieso welche welcher welches von mit im am an in zu bei hat was man gibt
  el la lo los las del de al en un y o e se su con cual cuales que quien como cuando donde cuanto hay
  le les l d du des sur au a et ou quel quelle quels quelles comment pourquoi quand combien il y son sa
  o os as um do da dos das no na nos nas em com qual quais quem onde quanto ha
  il i gli lo di da in con su per chi cosa come quando dove perche quale quali
  de op te of met wat hoe waarom wanneer waar
`)
