/**
 * The building block of the knowledge request.
 */
import * as Schema from "effect/Schema"

/** Characters of a language code at most. Source: RFC 5646, 4.4.1, the least that software must make room for. */
const longest = 35

/** A language code of Wikimedia's in any case, such as `en` or `zh-Hans`; lower-case once decoded. */
export const LanguageCode = (() => {
  const rule = "must be a language code such as en or pt-br"
  return Schema.String.annotations({ message: () => rule }).pipe(
    Schema.filter(
      (code) => code.trim().length <= longest && /^\s*[a-z]{2,3}(-[a-z0-9]{2,8})*\s*$/i.test(code),
      {
        message: () => rule,
        jsonSchema: { pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$", maxLength: longest }
      }
    ),
    Schema.transform(Schema.String, {
      strict: true,
      decode: (code) => code.trim().toLowerCase(),
      encode: (code) => code
    })
  )
})()
