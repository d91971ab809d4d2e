/**
 * The books of a period, from the ledger:
 *
 *   npm run report -- --from 2026-01-01 --to 2026-01-31 --csv      in the image: node dist/report.cjs, same options
 */
import "../process/Pipe.ts"
import * as Program from "./Program.ts"
import { report } from "./report/Command.ts"

Program.run(report)
