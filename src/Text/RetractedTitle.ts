/**
 * The mark that publishers put in front of the title of a work that they have taken back.
 */

const mark = /^\W*(?:retracted|withdrawn)\b[\w\s]*[:\])]/iu

/** "RETRACTED: …", "Retracted article: …", "[Withdrawn] …"; not "Retraction: …", the notice, which is a work of its own. */
export const isRetractedTitle = (title: string): boolean => mark.test(title)
