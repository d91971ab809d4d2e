import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api/Api.ts"
import { attribution, knowledgeSearch } from "../Api/Knowledge.ts"
import { KnowledgeSearch } from "../Capabilities/KnowledgeSearch.ts"
import { purchase } from "../Payment/Purchase.ts"
import { deliver } from "./Deliver.ts"

export const layer = HttpApiBuilder.group(Api, "knowledge", (handlers) =>
  Effect.map(KnowledgeSearch, (capability) =>
    handlers.handleRaw(
      "search",
      purchase(knowledgeSearch, (payload) => deliver(capability.search(payload), { attribution }))
    )
  )
)
