import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api/Api.ts"
import { attribution, knowledgeSearch } from "../Api/Knowledge.ts"
import { KnowledgeSearch } from "../Capabilities/KnowledgeSearch.ts"
import { Paywall } from "../Payment/Paywall.ts"
import { deliver } from "./Deliver.ts"

export const layer = HttpApiBuilder.group(Api, "knowledge", (handlers) =>
  Effect.map(Effect.all([Paywall, KnowledgeSearch]), ([{ protect }, capability]) =>
    handlers.handleRaw(
      "search",
      protect(knowledgeSearch, (payload) => deliver(capability.search(payload), { attribution }))
    )
  )
)
