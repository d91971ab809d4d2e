/**
 * Lists the packages that production runs, as CycloneDX 1.5, on its standard output:
 *
 *   npm run --silent sbom > sbom.json
 *
 * `npm sbom --omit=dev` leaves out what production and development both lead to (npm 11.19: `effect` itself). So it is
 * asked for all packages, and those that it marks as of development alone are left out here.
 */
import "./process/Pipe.ts"
import { execFileSync } from "node:child_process"
import { production } from "./sbom/Production.ts"

const all = execFileSync("npm", ["sbom", "--package-lock-only", "--sbom-format=cyclonedx"], {
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024
})
console.log(production(all))
