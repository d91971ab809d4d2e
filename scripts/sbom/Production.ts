/**
 * A CycloneDX document of npm's without what development alone needs. Pure.
 */
import { Schema } from "effect"

const Document = Schema.parseJson(
  Schema.Struct(
    {
      components: Schema.Array(
        Schema.Struct(
          {
            "bom-ref": Schema.String,
            properties: Schema.optional(
              Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String }))
            )
          },
          { key: Schema.String, value: Schema.Unknown }
        )
      ),
      dependencies: Schema.Array(
        Schema.Struct({ ref: Schema.String, dependsOn: Schema.optional(Schema.Array(Schema.String)) })
      )
    },
    { key: Schema.String, value: Schema.Unknown }
  ),
  { space: 2 }
)

/** How npm marks a package that production does not lead to. */
const mark = "cdx:npm:package:development"

/** The document without the packages of development, and without what is said of what they depend on. */
export const production = (text: string): string => {
  const document = Schema.decodeSync(Document)(text)
  const out = new Set(
    document.components
      .filter(({ properties = [] }) =>
        properties.some(({ name, value }) => name === mark && value === "true")
      )
      .map((component) => component["bom-ref"])
  )
  return Schema.encodeSync(Document)({
    ...document,
    components: document.components.filter((component) => !out.has(component["bom-ref"])),
    dependencies: document.dependencies
      .filter(({ ref }) => !out.has(ref))
      .map(({ dependsOn = [], ref }) => ({ ref, dependsOn: dependsOn.filter((one) => !out.has(one)) }))
  })
}
