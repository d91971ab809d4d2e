/**
 * The chain against the ledger, both ways:
 *
 *   npm run reconcile -- --since 2026-01-31      in the image: node dist/reconcile.cjs, same options
 */
import "../process/Pipe.ts"
import * as Program from "./Program.ts"
import { reconcile } from "./reconcile/Command.ts"

Program.run(reconcile)
