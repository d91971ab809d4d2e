/**
 * The service in one file, which loads in a fraction of the time that its modules take.
 */
import { build } from "esbuild"

/** Bundles `src/main.ts` into a file below the packages that stay outside. */
export const bundle = (outfile: string) =>
  build({
    entryPoints: ["src/main.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    sourcemap: true,
    sourcesContent: false,
    minifySyntax: true,
    legalComments: "none",
    // Packages that read files beside their own code, or are loaded only when they are needed.
    external: ["tiny-secp256k1", "@electric-sql/pglite", "@electric-sql/pglite-prepopulatedfs", "pg-native"],
    // CommonJS packages inside an ES module ask for `require`.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);'
    }
  })
