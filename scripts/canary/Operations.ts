/**
 * The operations of the live providers that the canary calls. Those of a provider follow each other, so that its pace
 * holds.
 */
import type { Layer } from "effect"
import { providers } from "../../src/Capabilities/index.ts"
import type * as Live from "../../src/Live.ts"
import type { CanaryQuery } from "../../src/Providers/CanaryQuery.ts"
import type { ProviderSlug } from "../../src/Resources/ProviderSlug.ts"

/** The ports that the live layers fill. */
export type Ports = Layer.Layer.Success<typeof Live.providers>

/** One operation. */
export interface Operation extends CanaryQuery<Ports> {
  readonly provider: ProviderSlug
  /** Whether it is the one of its provider that the doctor asks. */
  readonly isProbe: boolean
}

/** All of them. */
export const operations: ReadonlyArray<Operation> = providers.all.flatMap(({ canary, probe, slug }) =>
  canary.map((query) => ({ ...query, provider: slug, isProbe: query.name === probe }))
)

/**
 * Whether a word of `--only` means an operation: by its name or the part before the dot, by its provider's slug or the
 * first part of that (`nager`).
 */
export const isMeant =
  (word: string) =>
  ({ name, provider }: Pick<Operation, "name" | "provider">): boolean =>
    name === word || name.startsWith(`${word}.`) || provider === word || provider.startsWith(`${word}-`)
