/**
 * The order of the test files: those first that take longest, so that none of them is left alone at the end.
 */
import { relative } from "node:path"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Files that take more than ten seconds, the longest first. The others follow as vitest sorts them. */
const longest = [
  "test/Failures/Failures.test.ts",
  "test/Process/Sandbox.test.ts",
  "test/Mutants/Mutants.test.ts",
  "test/Money/Histories.test.ts",
  "test/Failures/Secrets.test.ts",
  "test/Process/Start.test.ts",
  "test/Process/Alerts.test.ts",
  "test/Charges/Charges.test.ts",
  "test/Process/Stop.test.ts",
  "test/Process/Repeat.test.ts",
  "test/Process/Chaos.test.ts",
  "test/Storage/EmbeddedPg.test.ts",
  "test/Doctor/Doctor.test.ts",
  "test/Process/Replicas.test.ts"
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.indexOf(relative(this.ctx.config.root, moduleId))
      return at === -1 ? longest.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
