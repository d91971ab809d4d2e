/**
 * The capabilities as tools. The schemas are larger than all the rest: this file is loaded when somebody wants them.
 */
import type { CallOptions, Tool } from "../Call.ts"
import type { CapabilityId } from "../Capability.ts"
import { capabilities } from "../generated/capabilities.ts"

export const toolsOf = (
  call: (id: CapabilityId, input: unknown, options: CallOptions | undefined) => ReturnType<Tool["execute"]>
): ReadonlyArray<Tool> =>
  capabilities.map(({ description, id, inputSchema, name, price }) => ({
    name: id.replaceAll(".", "_"),
    description: `${name}, ${price} USDC a call. ${description}`,
    inputSchema,
    execute: async (input, options) => {
      const { data, meta } = await call(id, input, options)
      return { data, meta }
    }
  }))
