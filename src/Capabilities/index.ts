/**
 * What is sold: every capability, in the order of the Api. Handlers, services, and what `Prefer: quote` knows of
 * providers that are out are derived from it; its endpoint in `Api.ts` makes the documents.
 */
import * as AcademicSearch from "./AcademicSearch/index.ts"
import * as AcademicWork from "./AcademicWork/index.ts"
import * as CapabilityList from "./CapabilityList.ts"
import * as Compare from "./Compare/index.ts"
import * as CryptoMarket from "./CryptoMarket/index.ts"
import * as CryptoPrice from "./CryptoPrice/index.ts"
import * as Evidence from "./Evidence/index.ts"
import * as FxRates from "./FxRates/index.ts"
import * as Geocode from "./Geocode/index.ts"
import * as GovernmentCensus from "./GovernmentCensus/index.ts"
import * as Holidays from "./Holidays/index.ts"
import * as KnowledgeSearch from "./KnowledgeSearch/index.ts"
import * as NewsSearch from "./NewsSearch/index.ts"
import * as NewsTrends from "./NewsTrends/index.ts"
import * as Research from "./Research/index.ts"
import * as Verify from "./Verify/index.ts"
import * as Weather from "./Weather/index.ts"

export const capabilities = CapabilityList.empty
  .add(AcademicSearch.capability)
  .add(AcademicWork.capability)
  .add(CryptoPrice.capability)
  .add(CryptoMarket.capability)
  .add(NewsSearch.capability)
  .add(NewsTrends.capability)
  .add(FxRates.capability)
  .add(Weather.capability)
  .add(Geocode.capability)
  .add(Holidays.capability)
  .add(KnowledgeSearch.capability)
  .add(GovernmentCensus.capability)
  .add(Research.capability)
  .add(Verify.capability)
  .add(Evidence.capability)
  .add(Compare.capability)
