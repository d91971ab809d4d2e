import { providers } from "../../src/Capabilities/index.ts"
import type { ProviderSlug } from "../../src/Resources/ProviderSlug.ts"

/** The settings of all providers at one origin, each below its slug. */
export const providersAt = (origin: string): Readonly<Record<string, string>> =>
  Object.fromEntries(providers.all.map(({ slug, variable }) => [variable, `${origin}/${slug}`]))

/** The setting of one of them. */
export const addressOf = (one: ProviderSlug, origin: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    providers.all
      .filter(({ slug }) => slug === one)
      .map(({ slug, variable }) => [variable, `${origin}/${slug}`])
  )
