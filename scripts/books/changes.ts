/**
 * What was changed by hand, and by whom:
 *
 *   npm run changes      in the image: node dist/changes.cjs
 */
import "../process/Pipe.ts"
import { changes } from "./changes/Command.ts"
import * as Program from "./Program.ts"

Program.run(changes)
