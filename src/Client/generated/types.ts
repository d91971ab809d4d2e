// Written by `npm run client:generate` from the contract. Do not edit.

/** The request and the answer of each capability, as they stand in JSON. */
export interface Calls {
  readonly "academic.search": { readonly request: AcademicSearchRequest; readonly answer: AcademicSearchAnswer }
  readonly "academic.work": { readonly request: AcademicWorkRequest; readonly answer: AcademicWorkAnswer }
  readonly "crypto.price": { readonly request: CryptoPriceRequest; readonly answer: CryptoPriceAnswer }
  readonly "crypto.market": { readonly request: CryptoMarketRequest; readonly answer: CryptoMarketAnswer }
  readonly "news.search": { readonly request: NewsSearchRequest; readonly answer: NewsSearchAnswer }
  readonly "news.trends": { readonly request: NewsTrendsRequest; readonly answer: NewsTrendsAnswer }
  readonly "fx.rates": { readonly request: FxRatesRequest; readonly answer: FxRatesAnswer }
  readonly "weather": { readonly request: WeatherRequest; readonly answer: WeatherAnswer }
  readonly "geocode": { readonly request: GeocodeRequest; readonly answer: GeocodeAnswer }
  readonly "holidays": { readonly request: HolidaysRequest; readonly answer: HolidaysAnswer }
  readonly "knowledge.search": { readonly request: KnowledgeSearchRequest; readonly answer: KnowledgeSearchAnswer }
  readonly "government.census": { readonly request: GovernmentCensusRequest; readonly answer: GovernmentCensusAnswer }
  readonly "research": { readonly request: ResearchRequest; readonly answer: ResearchAnswer }
  readonly "information.verify": { readonly request: InformationVerifyRequest; readonly answer: InformationVerifyAnswer }
  readonly "information.evidence": { readonly request: InformationEvidenceRequest; readonly answer: InformationEvidenceAnswer }
  readonly "information.compare": { readonly request: InformationCompareRequest; readonly answer: InformationCompareAnswer }
}

/** Which capability each method of the client calls, by group; some groups are a method themselves. */
export interface Groups {
  readonly academic: { readonly search: "academic.search"; readonly work: "academic.work" }
  readonly crypto: { readonly price: "crypto.price"; readonly market: "crypto.market" }
  readonly news: { readonly search: "news.search"; readonly trends: "news.trends" }
  readonly fx: { readonly rates: "fx.rates" }
  readonly weather: "weather"
  readonly geocode: "geocode"
  readonly holidays: "holidays"
  readonly knowledge: { readonly search: "knowledge.search" }
  readonly government: { readonly census: "government.census" }
  readonly research: "research"
  readonly information: { readonly verify: "information.verify"; readonly evidence: "information.evidence"; readonly compare: "information.compare" }
}

export interface AcademicSearchRequest {
  /** What the works are about, as words; at least one of them searchable */
  readonly query: string
  /** Works in results at most, 10 when left out */
  readonly limit?: number | null | undefined
}

export interface AcademicSearchAnswer {
  /** The hits of a search, and how many there are in all */
  readonly data: WorkSearch
  readonly meta: Meta
}

export interface WorkSearch {
  /** The best hits, at most as many as asked for */
  readonly results: ReadonlyArray<Work>
  /** About the search */
  readonly meta: {
    /** All hits of the provider, not only those in results */
    readonly count: number
  }
}

/** A scholarly work */
export interface Work {
  /** Identifier of the work at the provider that answered, <provider>:<work id> */
  readonly id: string
  /** Title as plain text; the DOI where no provider knows a title */
  readonly title: string
  /** Names of the authors in order; a search names the first 100 at most */
  readonly authors: ReadonlyArray<string>
  /** Year of publication */
  readonly publicationYear: number | null
  /** DOI in lower case, without a resolver */
  readonly doi: string | null
  /** Page about the work */
  readonly url: string | null
  /** Journal, book, conference or repository in which it appeared */
  readonly journal: string | null
  /** Works known to the provider that cite this one */
  readonly citations: number | null
  /** Whether a free copy is known to the provider; for crossref, a Creative Commons licence in force */
  readonly openAccess: boolean
  /** The provider that answered: openalex, or crossref when openalex could not */
  readonly source: "openalex" | "crossref"
}

/** About the answer */
export interface Meta {
  readonly requestId: RequestId
}

/** Identifier of the request, as in the header X-Request-Id */
export type RequestId = string

export interface AcademicWorkRequest {
  /** DOI of the work, any case, with or without doi: or https://doi.org/ */
  readonly doi: string
}

export interface AcademicWorkAnswer {
  readonly data: Work
  readonly meta: Meta
}

export interface CryptoPriceRequest {
  /** CoinGecko identifiers of the assets, lower case: names such as bitcoin, not symbols such as btc */
  readonly assets: ReadonlyArray<string>
  /** Quote currency, 3 lower-case letters */
  readonly currency?: string | null | undefined
}

export interface CryptoPriceAnswer {
  readonly data: CryptoPrices
  readonly meta: Meta
}

/** Prices of crypto assets */
export interface CryptoPrices {
  /** The assets in request order, each once */
  readonly assets: ReadonlyArray<CryptoPriceAsset>
  /** Identifiers asked for that the provider did not recognise, in request order */
  readonly missing: ReadonlyArray<string>
}

export interface CryptoPriceAsset {
  /** CoinGecko identifier of the asset */
  readonly id: string
  /** Ticker symbol, lower case; not unique among assets; the identifier where the provider gave none */
  readonly symbol: string
  /** Price of one unit of the asset, in the quote currency */
  readonly price: number | null
  /** Quote currency, lower case */
  readonly currency: string
  /** Change of the price in the last 24 hours, in percent */
  readonly change24h: number | null
}

export interface CryptoMarketRequest {
  /** CoinGecko identifiers of the assets, lower case: names such as bitcoin, not symbols such as btc */
  readonly assets: ReadonlyArray<string>
  /** Quote currency, 3 lower-case letters */
  readonly currency?: string | null | undefined
}

export interface CryptoMarketAnswer {
  readonly data: CryptoMarkets
  readonly meta: Meta
}

/** Market data of crypto assets */
export interface CryptoMarkets {
  /** The assets in request order, each once */
  readonly markets: ReadonlyArray<CryptoMarketEntry>
  /** Identifiers asked for that the provider did not recognise, in request order */
  readonly missing: ReadonlyArray<string>
}

export interface CryptoMarketEntry {
  /** CoinGecko identifier of the asset */
  readonly id: string
  /** Ticker symbol, lower case; not unique among assets; the identifier where the provider gave none */
  readonly symbol: string
  /** Name of the asset; the symbol where the provider gave none */
  readonly name: string
  /** Price of one unit of the asset, in the quote currency */
  readonly price: number | null
  /** Quote currency, lower case */
  readonly currency: string
  /** Market capitalisation in the quote currency; a 0 beside a null rank means that it is not known */
  readonly marketCap: number | null
  /** Place by market capitalisation, from 1 */
  readonly marketCapRank: number | null
  /** Trading volume of the last 24 hours, in the quote currency */
  readonly volume24h: number | null
  /** Change of the price in the last 24 hours, in percent */
  readonly change24h: number | null
  /** Units of the asset in circulation */
  readonly circulatingSupply: number | null
  /** Units of the asset that exist, without those destroyed */
  readonly totalSupply: number | null
  /** Units of the asset that can ever exist; null when there is no limit or none is known */
  readonly maxSupply: number | null
}

export interface NewsSearchRequest {
  /** Words that all have to occur in the article, in English whatever its language; "phrases" in double quotes; no operators */
  readonly query: string
  /** How many articles at most */
  readonly limit?: number | null | undefined
}

export interface NewsSearchAnswer {
  /** Articles, the best match first */
  readonly data: NewsArticles
  /** About the answer */
  readonly meta: {
    readonly requestId: RequestId
    /** Whose data it is */
    readonly attribution: string
  }
}

export interface NewsArticles {
  /** Articles, the best match first; empty when nothing matches */
  readonly results: ReadonlyArray<NewsArticle>
}

export interface NewsArticle {
  /** Headline in the article's own language */
  readonly title: string
  /** Address of the article */
  readonly url: string
  /** Domain of the publisher, without www. */
  readonly source: string | null
  /** When the archive first saw the article, ISO 8601 in UTC, on a grid of 15 minutes; when it was published is not known */
  readonly publishedAt: string | null
  /** English name of the article's language */
  readonly language: string | null
  /** English name of the country of the publisher, not of the event */
  readonly country: string | null
}

export interface NewsTrendsRequest {
  /** Words that all have to occur in the article, in English whatever its language; "phrases" in double quotes; no operators */
  readonly query: string
  /** Window that ends now: a number and min (at least 15), h, d, w, m (months) or y, or the unit in full */
  readonly timespan?: string | null | undefined
}

export interface NewsTrendsAnswer {
  readonly data: NewsTrend
  /** About the answer */
  readonly meta: {
    readonly requestId: RequestId
    /** Whose data it is */
    readonly attribution: string
  }
}

/** The coverage of a subject, day by day */
export interface NewsTrend {
  /** The query */
  readonly term: string
  /** Days in ascending order; days that the archive has no figures for are left out */
  readonly points: ReadonlyArray<NewsVolume>
}

export interface NewsVolume {
  /** Day in UTC, YYYYMMDD */
  readonly date: string
  /** Share of the day's monitored news coverage that matches the query, in percent of all articles; the first and the last day are those parts of a day that lie within the timespan */
  readonly volume: number
}

export interface FxRatesRequest {
  /** ISO 4217 code of the base currency, any case */
  readonly base: string
  /** ISO 4217 codes of the target currencies, any case */
  readonly currencies: ReadonlyArray<string>
  /** Day of the rates, YYYY-MM-DD, from 1999-01-04 to today (UTC); the latest rates when left out */
  readonly date?: string | null | undefined
}

export interface FxRatesAnswer {
  readonly data: FxRates
  readonly meta: Meta
}

/** Reference rates of one day */
export interface FxRates {
  /** ISO 4217 code of the base currency */
  readonly base: string
  /** Day of the rates, YYYY-MM-DD: the last working day on or before the day asked for */
  readonly date: string
  /** Units of each target currency that one unit of the base currency is worth, by ISO 4217 code */
  readonly rates: { readonly [key: string]: number }
}

export interface WeatherRequest {
  /** Degrees north; rounded to 2 decimals, about a kilometre */
  readonly latitude: number
  /** Degrees east; rounded to 2 decimals, about a kilometre */
  readonly longitude: number
  /** Days of the daily forecast, today first */
  readonly days?: number | null | undefined
}

export interface WeatherAnswer {
  readonly data: WeatherForecast
  readonly meta: Meta
}

/** A forecast for one cell of the grid of a weather model */
export interface WeatherForecast {
  /** What the forecast is for */
  readonly location: {
    /** Latitude of the grid cell that the forecast is for, degrees north; not the one asked for */
    readonly latitude: number
    /** Longitude of the grid cell that the forecast is for, degrees east; not the one asked for */
    readonly longitude: number
    /** IANA name of the time zone of all times and days here; GMT where none is known */
    readonly timezone: string | null
  }
  /** The weather now, null when the provider gave none */
  readonly current: CurrentWeather | null
  /** One entry a day, today first; days beyond what the provider forecasts are absent */
  readonly daily: ReadonlyArray<DailyWeather>
}

export interface CurrentWeather {
  /** Local time of the values, YYYY-MM-DDTHH:MM, in location.timezone */
  readonly time: string
  /** Air temperature 2 m above ground, °C */
  readonly temperature: number | null
  /** Relative humidity 2 m above ground, % */
  readonly humidity: number | null
  /** Wind speed 10 m above ground, km/h */
  readonly windSpeed: number | null
  /** Rain, showers and snow of the quarter of an hour before, mm of water */
  readonly precipitation: number | null
  /** WMO weather code: 0 clear; 1, 2, 3 mainly clear, partly cloudy, overcast; 45, 48 fog, rime fog; 51, 53, 55 drizzle; 56, 57 freezing drizzle; 61, 63, 65 rain; 66, 67 freezing rain; 71, 73, 75 snow; 77 snow grains; 80, 81, 82 rain showers; 85, 86 snow showers; 95 thunderstorm; 96, 99 thunderstorm with hail */
  readonly weatherCode: number | null
}

export interface DailyWeather {
  /** Local day, YYYY-MM-DD, in location.timezone */
  readonly date: string
  /** Highest air temperature 2 m above ground, °C */
  readonly temperatureMax: number | null
  /** Lowest air temperature 2 m above ground, °C */
  readonly temperatureMin: number | null
  /** WMO weather code: 0 clear; 1, 2, 3 mainly clear, partly cloudy, overcast; 45, 48 fog, rime fog; 51, 53, 55 drizzle; 56, 57 freezing drizzle; 61, 63, 65 rain; 66, 67 freezing rain; 71, 73, 75 snow; 77 snow grains; 80, 81, 82 rain showers; 85, 86 snow showers; 95 thunderstorm; 96, 99 thunderstorm with hail */
  readonly weatherCode: number | null
}

export type GeocodeRequest = Forward | Reverse

/** From a text to places */
export interface Forward {
  /** From a text to places */
  readonly mode: "forward"
  /** Address or name of a place */
  readonly query: string
  /** Results at most */
  readonly limit?: number | null | undefined
  /** Used by mode reverse only */
  readonly latitude?: unknown
  /** Used by mode reverse only */
  readonly longitude?: unknown
}

/** From a point to the nearest place */
export interface Reverse {
  /** From a point to the nearest place */
  readonly mode: "reverse"
  /** Degrees north */
  readonly latitude: number
  /** Degrees east */
  readonly longitude: number
  /** Used by mode forward only */
  readonly query?: unknown
  /** Used by mode forward only */
  readonly limit?: unknown
}

export interface GeocodeAnswer {
  readonly data: Places
  readonly meta: Meta
}

/** The places that were found */
export interface Places {
  /** Places, the best match or the nearest first; empty when none is found */
  readonly results: ReadonlyArray<Place>
}

export interface Place {
  /** OpenStreetMap object: N (node), W (way) or R (relation), then its number */
  readonly id: string | null
  /** Name; null for most house numbers */
  readonly name: string | null
  /** Street; the name itself when the place is a street */
  readonly street: string | null
  /** House number, with letters where it has some */
  readonly houseNumber: string | null
  /** City, town or village; the name itself when the place is one */
  readonly city: string | null
  /** State, province or region */
  readonly state: string | null
  /** Country, in English where the map knows it */
  readonly country: string | null
  /** ISO 3166-1 alpha-2 code of the country, upper-case */
  readonly countryCode: string | null
  /** Postcode; a list with semicolons when the place has several */
  readonly postcode: string | null
  /** Degrees north (WGS 84) */
  readonly latitude: number
  /** Degrees east (WGS 84) */
  readonly longitude: number
  /** Kind: house, street, locality, district, city, county, state, country or other */
  readonly type: string | null
}

export interface HolidaysRequest {
  /** ISO 3166-1 alpha-2 code of the country, any case */
  readonly country: string
  /** Year, from 1900 to 2100 */
  readonly year: number
}

export interface HolidaysAnswer {
  readonly data: Holidays
  readonly meta: Meta
}

/** The holidays of a country in a year */
export interface Holidays {
  /** ISO 3166-1 alpha-2 code of the country asked for */
  readonly country: string
  /** Year asked for */
  readonly year: number
  /** In the provider's order, by date; a holiday that differs between regions has an entry for each. Empty when the country has none in that year; also, with the header X-Coverage: none and without charge, when the provider does not serve that year. */
  readonly holidays: ReadonlyArray<Holiday>
}

export interface Holiday {
  /** Day on which the holiday is observed, YYYY-MM-DD; one that was moved may fall into the year before or after */
  readonly date: string
  /** Name in English */
  readonly name: string
  /** Name in the language of the country; the English one where the provider has no other */
  readonly localName: string
  /** ISO 3166-1 alpha-2 code */
  readonly countryCode: string
  /** True when observed nationwide */
  readonly global: boolean
  /** Codes of the subdivisions that observe it, ISO 3166-2 as a rule; null when the provider names none */
  readonly counties: ReadonlyArray<string> | null
  /** Kinds: Public, Bank, School, Authorities, Optional, Observance; null when not told */
  readonly types: ReadonlyArray<string> | null
}

export interface KnowledgeSearchRequest {
  /** Name of what is looked for, its beginning, or words that describe it */
  readonly query: string
  /** How many entities at most */
  readonly limit?: number | null | undefined
  /** Language of names and descriptions, any case */
  readonly language?: string | null | undefined
}

export interface KnowledgeSearchAnswer {
  /** Entities, the best match first */
  readonly data: KnowledgeEntities
  /** About the answer */
  readonly meta: {
    readonly requestId: RequestId
    /** Attribution of the data */
    readonly attribution: string
  }
}

export interface KnowledgeEntities {
  /** Entities, the best match first; empty when nothing matches */
  readonly results: ReadonlyArray<KnowledgeEntity>
}

export interface KnowledgeEntity {
  /** Identifier of the entity at its provider */
  readonly id: string
  /** Name of the entity, in the language asked for where there is one, else in a related language */
  readonly name: string
  /** What the entity is, in a few words; null when nobody has written it down */
  readonly description: string | null
  /** Page of the entity */
  readonly url: string
  /** Provider that has the entity */
  readonly source: ProviderSlug
}

export type ProviderSlug = "openalex" | "crossref" | "gdelt" | "coingecko" | "frankfurter" | "open-meteo" | "photon" | "nager-date" | "wikidata" | "us-census"

export interface GovernmentCensusRequest {
  /** acs/acs1: estimates of one year, for areas of 65,000 people and more; acs/acs5: of five years, for all areas */
  readonly dataset: "acs/acs1" | "acs/acs5"
  /** Year of the estimates, the last of the five for acs/acs5; 2020 has none for acs/acs1 */
  readonly year: number
  /** Codes of the variables; NAME is the name of the area */
  readonly variables: ReadonlyArray<string>
  /** One clause of geography: a level and * or codes, such as state:*, state:06,36, county:* or us:1; levels that need a larger one around them, such as tract, are not supported */
  readonly forGeography: string
}

export interface GovernmentCensusAnswer {
  /** A table of the American Community Survey */
  readonly data: CensusTable
  /** About the answer */
  readonly meta: {
    readonly requestId: RequestId
    /** Who publishes the data */
    readonly source: string
  }
}

export interface CensusTable {
  /** Dataset that was asked for */
  readonly dataset: "acs/acs1" | "acs/acs5"
  /** Year of the estimates; the last of the five for acs/acs5 */
  readonly year: number
  /** Names of the columns: the variables in the order asked for, then the levels of the geography */
  readonly columns: ReadonlyArray<string>
  /** A row for each area, values by column name. All values are texts as the Census Bureau publishes them, in the variable's own unit; a missing value is an empty text, and codes such as -666666666 mean that there is no estimate */
  readonly rows: ReadonlyArray<{ readonly [key: string]: string }>
}

export interface ResearchRequest {
  /** A question or a subject, in English */
  readonly query: string
  /** What is asked; government needs the field government; a source that is named twice is asked once */
  readonly sources?: ReadonlyArray<"academic" | "news" | "knowledge" | "government"> | null | undefined
  /** Results of each source that is searched, 5 when left out */
  readonly limit?: number | null | undefined
  /** What the census is asked, for the source government */
  readonly government?: GovernmentCensusRequest | undefined
}

export interface ResearchAnswer {
  readonly data: ResearchReport
  /** About the answer */
  readonly meta: {
    readonly requestId: RequestId
    /** The sources that answered, with results or without */
    readonly sourcesUsed: ReadonlyArray<SourceName>
    /** What was charged; null when nothing was */
    readonly price: {
      /** Decimal USDC */
      readonly amount: string
      /** The token */
      readonly currency: string
    } | null
  }
}

/** What the sources say of a question, side by side */
export interface ResearchReport {
  /** The question as asked, trimmed */
  readonly query: string
  /** failed: every source failed; partial: some did; complete: none did */
  readonly status: "complete" | "partial" | "failed"
  /** The outcome of each source that was asked */
  readonly sources: {
    readonly academic?: AcademicOutcome
    readonly news?: NewsOutcome
    readonly knowledge?: KnowledgeOutcome
    readonly government?: GovernmentOutcome
  }
  /** Results of academic, news and knowledge, in the order of the request; copies of a record once */
  readonly findings: ReadonlyArray<EvidenceItem>
  /** Subjects of the same title that results describe differently */
  readonly disagreements: ReadonlyArray<Disagreement>
  /** How the report came about */
  readonly composition: {
    /** Those that the request names, each once */
    readonly sourcesRequested: ReadonlyArray<SourceName>
    /** Those with results */
    readonly sourcesSucceeded: ReadonlyArray<SourceName>
    /** Those that answered and found nothing */
    readonly sourcesEmpty: ReadonlyArray<SourceName>
    /** Those that did not answer */
    readonly sourcesFailed: ReadonlyArray<SourceName>
    /** When the answer was put together */
    readonly retrievedAt: Moment
  }
}

/** How the source answered */
export interface AcademicOutcome {
  /** success: with results; empty: it found nothing; failed: it did not answer */
  readonly status: "success" | "empty" | "failed"
  /** What the source's own capability answers; null when it failed */
  readonly data: WorkSearch | null
  /** Why the source failed; null when it did not */
  readonly error: SourceError | null
}

export interface SourceError {
  /** As in the errors of the single capabilities */
  readonly code: string
  /** The same in words */
  readonly message: string
}

/** How the source answered */
export interface NewsOutcome {
  /** success: with results; empty: it found nothing; failed: it did not answer */
  readonly status: "success" | "empty" | "failed"
  /** What the source's own capability answers; null when it failed */
  readonly data: NewsArticles | null
  /** Why the source failed; null when it did not */
  readonly error: SourceError | null
}

/** How the source answered */
export interface KnowledgeOutcome {
  /** success: with results; empty: it found nothing; failed: it did not answer */
  readonly status: "success" | "empty" | "failed"
  /** What the source's own capability answers; null when it failed */
  readonly data: KnowledgeEntities | null
  /** Why the source failed; null when it did not */
  readonly error: SourceError | null
}

/** How the source answered */
export interface GovernmentOutcome {
  /** success: with results; empty: it found nothing; failed: it did not answer */
  readonly status: "success" | "empty" | "failed"
  /** What the source's own capability answers; null when it failed */
  readonly data: CensusTable | null
  /** Why the source failed; null when it did not */
  readonly error: SourceError | null
}

export interface EvidenceItem {
  /** Where it was found */
  readonly source: SourceReference
  /** Of a work, its abstract's beginning, 500 characters at most; of an entity, its description; null for news */
  readonly excerpt: string | null
  /** When the source was asked for it */
  readonly retrievedAt: Moment
  /** More facts as the source gives them */
  readonly data: EvidenceData | null
}

export interface SourceReference {
  /** Title of the work, headline, or name of the entity */
  readonly title: string
  /** Its page */
  readonly url: string | null
  /** The capability that found it */
  readonly provider: EvidenceProvider
}

export type EvidenceProvider = "academic.search" | "news.search" | "knowledge.search"

export type Moment = string

export type EvidenceData = WorkFacts | NewsFacts | EntityFacts

/** Of a scholarly work */
export interface WorkFacts {
  /** Names of the authors in order; a search names the first 100 at most */
  readonly authors: ReadonlyArray<string>
  /** Year of publication */
  readonly publicationYear: number | null
  /** Journal, book, conference or repository in which it appeared */
  readonly journal: string | null
  /** Works known to the provider that cite this one */
  readonly citations: number | null
  /** Whether a free copy is known to the provider; for crossref, a Creative Commons licence in force */
  readonly openAccess: boolean
  /** DOI in lower case, without a resolver */
  readonly doi: string | null
}

/** Of a news article */
export interface NewsFacts {
  /** When the archive first saw the article, ISO 8601 in UTC, on a grid of 15 minutes; when it was published is not known */
  readonly publishedAt: string | null
  /** English name of the article's language */
  readonly language: string | null
  /** English name of the country of the publisher, not of the event */
  readonly country: string | null
  /** Domain of the publisher, without www. */
  readonly domain: string | null
}

/** Of an entity */
export interface EntityFacts {
  /** Identifier of the entity at its provider */
  readonly id: string
}

export interface Disagreement {
  /** The title, as it first appears */
  readonly subject: string
  /** What differs */
  readonly attribute: "excerpt"
  /** Each distinct value once, in the order of their code points */
  readonly values: ReadonlyArray<{
    /** What is said */
    readonly value: string
    /** Where it is said first */
    readonly source: SourceReference
  }>
}

/** A source that research can ask */
export type SourceName = "academic" | "news" | "knowledge" | "government"

export interface InformationVerifyRequest {
  /** A sentence that says one thing, in English */
  readonly claim: string
  /** What is asked; a source that is named twice is asked once */
  readonly sourceTypes?: ReadonlyArray<"academic" | "news" | "knowledge"> | null | undefined
  /** Results that are considered at most, over all sources; 12 when left out */
  readonly maxSources?: number | null | undefined
}

export interface InformationVerifyAnswer {
  readonly data: ClaimReport
  readonly meta: Meta
}

/** How the evidence that was found reads with regard to a claim; no fact-check */
export interface ClaimReport {
  /** The claim as made, trimmed */
  readonly claim: string
  /** How the evidence reads: most of it affirms the claim, most denies it, it is divided, or there is too little */
  readonly verdict: "supported" | "contradicted" | "mixed" | "insufficient"
  /** 0 to 1: how sure the reading is, not how true the claim is */
  readonly confidence: number
  /** The results that are relevant to the claim, the most relevant first; copies once */
  readonly evidence: ReadonlyArray<EvidenceItem>
  /** How many of them affirm the claim */
  readonly agreementCount: number
  /** How many of them deny it */
  readonly contradictionCount: number
  /** How many there are in all */
  readonly sourcesChecked: number
}

export interface InformationEvidenceRequest {
  /** A subject or a question, in English */
  readonly query: string
  /** What is asked; a source that is named twice is asked once */
  readonly sourceTypes?: ReadonlyArray<"academic" | "news" | "knowledge"> | null | undefined
  /** Results of each source, 5 when left out */
  readonly limit?: number | null | undefined
}

export interface InformationEvidenceAnswer {
  readonly data: EvidencePack
  readonly meta: Meta
}

/** What the sources have on a subject, without a judgement */
export interface EvidencePack {
  /** The query as asked, trimmed */
  readonly query: string
  /** In the order of the request's sources, then the provider's; copies of a record once */
  readonly findings: ReadonlyArray<EvidenceItem>
  /** Where the findings were found, each once */
  readonly sources: ReadonlyArray<SourceReference>
  /** When the answer was put together */
  readonly retrievedAt: Moment
}

export interface InformationCompareRequest {
  /** Subjects: A vs B; compare A and B; A, B and C; four at most, anything else is one subject */
  readonly query: string
  /** What is asked; a source that is named twice is asked once */
  readonly sourceTypes?: ReadonlyArray<"academic" | "news" | "knowledge"> | null | undefined
  /** Results of each source, 5 when left out */
  readonly limit?: number | null | undefined
}

export interface InformationCompareAnswer {
  readonly data: Comparison
  readonly meta: Meta
}

/** What the sources say of several subjects, attribute by attribute */
export interface Comparison {
  /** The query as asked, trimmed */
  readonly query: string
  /** What is compared, in the order of appearance */
  readonly subjects: ReadonlyArray<{
    /** A title that was found, as it first appears */
    readonly name: string
    /** The capabilities that found it, in the order of appearance */
    readonly sources: ReadonlyArray<EvidenceProvider>
  }>
  /** Values that the sources gave; what is not there was not given */
  readonly attributes: ReadonlyArray<{
    /** The name of one of the subjects */
    readonly subject: string
    /** excerpt, or a field of the source's data */
    readonly key: string
    /** As text; lists joined with a semicolon */
    readonly value: string
    /** The capability that gave it */
    readonly provider: EvidenceProvider
  }>
  /** Where they were found, each once */
  readonly sources: ReadonlyArray<SourceReference>
  /** Subjects of the same title that results describe differently */
  readonly disagreements: ReadonlyArray<Disagreement>
}

/** Sent when an unpaid call says Prefer: quote */
export interface Quote {
  /** Whether the paid call would take the request body */
  readonly valid: boolean
  /** What it would refuse the body for; pointer is empty when the body as a whole is too large, late, or no JSON. What only a provider can tell (an unknown currency) is not among them */
  readonly problems: ReadonlyArray<Problem>
  /** Providers that this call would ask and that are not asked at the moment, because they have just failed or throttled. Another one may answer in place of the first, and the cache may have the answer */
  readonly unavailableProviders: ReadonlyArray<ProviderSlug>
}

export interface Problem {
  /** JSON pointer (RFC 6901) to the field in the request body, or the parameter in the path */
  readonly pointer: string
  /** The rule that the field breaks */
  readonly message: string
}

/** The status of one payment */
export interface PaymentStatus {
  readonly state: PaymentState
  /** CAIP-2 chain identifier */
  readonly network: string
  /** Address of the token, with its checksum (EIP-55) */
  readonly asset: string
  /** Address of the payer */
  readonly payer: string
  /** Nonce of the payer's authorization (EIP-3009) */
  readonly nonce: string
  /** What was signed for */
  readonly amount: {
    /** In the token's smallest unit */
    readonly atomic: string
    /** The same as a decimal */
    readonly decimal: string
    /** The token */
    readonly currency: "USDC"
  }
  /** Hash of the transaction of the transfer: in a failed payment, of one that was sent and moved nothing. Null while none is known */
  readonly transaction: string | null
  /** When the payment was first taken */
  readonly createdAt: Moment
  /** When it settled; null while it has not */
  readonly settledAt: Moment | null
  /** End of the authorization as the payer signed it */
  readonly validBefore: Moment
  /** The header Content-Digest (RFC 9530) of the answer that was bought, null while there is none: a proof of what was delivered for this payment */
  readonly contentDigest: string | null
}

/** reserved: the request runs, nothing is charged yet. settling: the answer is stored, the transfer is under way. settled: paid. presumed_settled: by the facilitator's word alone; it counts as paid. unknown: the transfer may have happened, it is being found out. failed: the transfer will not happen. released: nothing was charged. After failed and released the same payment can be used again while it is valid, unless a transaction was sent for it and failed */
export type PaymentState = "reserved" | "settling" | "settled" | "presumed_settled" | "failed" | "unknown" | "released"

/** One way to pay (x402 version 2) */
export interface PaymentRequirements {
  /** How to pay: exact */
  readonly scheme: string
  /** CAIP-2 chain identifier */
  readonly network: string
  /** In the token's smallest unit */
  readonly amount: string
  /** Address of the token */
  readonly asset: string
  /** Address that is paid */
  readonly payTo: string
  /** Seconds that the authorization has to be valid, from when it is signed */
  readonly maxTimeoutSeconds: number
  /** The EIP-712 domain of the token, beside chain and address */
  readonly extra: {
    /** Name of the token */
    readonly name: string
    /** Version of its domain */
    readonly version: string
  }
}

/** What a program can act on */
export interface ErrorDetails {
  /** Every problem of the request body */
  readonly problems?: ReadonlyArray<Problem>
  /** The payment protocol's reason code (an open set) */
  readonly reason?: string
  /** The provider that failed */
  readonly provider?: ProviderSlug
}
