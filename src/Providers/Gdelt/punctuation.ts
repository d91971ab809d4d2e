/**
 * GDELT puts blanks around the punctuation of headlines: `$1 . 5 trillion`, `U . S . troops`, `Tehran , Iran`. Five of
 * the 38 headlines recorded by its users have their numbers or initials taken apart in this way.
 */

/** `1 . 5`: up to three digits after the stop. A year is no part of a number: "in 2020 . 5 things". */
const decimal = /(?<=\d)(?<!(?<!\d)(?:1[5-9]|20)\d\d) \. (?=\d{1,3}(?!\d))/gu
/** `1 , 000`: one to three digits before the comma, exactly three after it. */
const thousands = /(?<=(?<!\d)\d{1,3}) , (?=\d{3}(?!\d))/gu
/** `$ 1` */
const currency = /(?<=[$€£¥]) (?=\d)/gu
/** `4 %` */
const percent = /(?<=\d) (?=%)/gu
/** `U . S .` */
const initials = /(?<![\p{L}\p{N}])\p{Lu}(?: \. \p{Lu})+ \.(?!\S)/gu
/** A blank before a punctuation mark that ends a word. ` - ` stays: it may have been a dash. */
const blankBefore = / +(?=[,.;:!?](?!\S))/gu

/** A headline as it was written. The same once more; a headline without such blanks stays as it is. */
export const joinPunctuation = (title: string): string =>
  title
    .replace(/ {2,}/gu, " ")
    .replace(decimal, ".")
    .replace(thousands, ",")
    .replace(currency, "")
    .replace(percent, "")
    .replace(initials, (letters) => letters.replaceAll(" ", ""))
    .replace(blankBefore, "")
