/**
 * Prepares and records a refund; sends nothing:
 *
 *   npm run refund -- --payment <payer>/<nonce> --who ada --why "answer lost"      in the image: node dist/refund.cjs
 */
import "../process/Pipe.ts"
import * as Program from "./Program.ts"
import { refund } from "./refund/Command.ts"

Program.run(refund)
