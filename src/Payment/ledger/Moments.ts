/** Points in time for the ledger's statements. They come from the process's clock, so that a test can set them. */
export { atPresent, before, later } from "../../Runtime/Clock.ts"
