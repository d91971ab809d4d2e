/**
 * The only list of the service: the capabilities that are sold, and the providers that they ask.
 */

import * as Census from "../Providers/Census/index.ts"
import * as CoinGecko from "../Providers/CoinGecko/index.ts"
import * as Crossref from "../Providers/Crossref/index.ts"
import * as Frankfurter from "../Providers/Frankfurter/index.ts"
import * as Gdelt from "../Providers/Gdelt/index.ts"
import * as Nager from "../Providers/Nager/index.ts"
import * as OpenAlex from "../Providers/OpenAlex/index.ts"
import * as OpenMeteo from "../Providers/OpenMeteo/index.ts"
import * as Photon from "../Providers/Photon/index.ts"
import * as ProviderList from "../Providers/ProviderList.ts"
import * as Wikidata from "../Providers/Wikidata/index.ts"
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

/**
 * What is sold. Handlers, services, and what `Prefer: quote` knows of providers that are out are derived from it; the
 * documents are derived from the same endpoints in `Api.ts`.
 */
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

/**
 * The providers that the capabilities ask. Live layers, settings, the sandbox's addresses, mocks, canary and doctor are derived from
 * it.
 */
export const providers = ProviderList.empty
  .add(OpenAlex.provider)
  .add(Crossref.provider)
  .add(Gdelt.provider)
  .add(CoinGecko.provider)
  .add(Frankfurter.provider)
  .add(OpenMeteo.provider)
  .add(Photon.provider)
  .add(Nager.provider)
  .add(Wikidata.provider)
  .add(Census.provider)
