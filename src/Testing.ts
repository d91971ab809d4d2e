/**
 * Layers for tests of a developer's own: a port answers what the test says, and a call that was not expected is a
 * defect.
 *
 * ```ts
 * const rates = Mocks.referenceRates({ rates: () => Effect.succeed({ base: "EUR", date: "2022-06-29", rates: {} }) })
 * ```
 */
import { Duration, Layer } from "effect"
import { Chain } from "./Payment/chain/Chain.ts"
import { Circuits } from "./Providers/client/Circuits.ts"
import { CensusTables } from "./Providers/ports/CensusTables.ts"
import { CryptoMarket } from "./Providers/ports/CryptoMarket.ts"
import { EntityIndex } from "./Providers/ports/EntityIndex.ts"
import { Forecasts } from "./Providers/ports/Forecasts.ts"
import { Gazetteer } from "./Providers/ports/Gazetteer.ts"
import { HolidayCalendar } from "./Providers/ports/HolidayCalendar.ts"
import { NewsArchive } from "./Providers/ports/NewsArchive.ts"
import { ReferenceRates } from "./Providers/ports/ReferenceRates.ts"
import { ScholarlyIndex } from "./Providers/ports/ScholarlyIndex.ts"
import { ScholarlyRegistry } from "./Providers/ports/ScholarlyRegistry.ts"

export const scholarlyIndex = (answers: Partial<ScholarlyIndex["Type"]> = {}) =>
  Layer.mock(ScholarlyIndex, answers)
export const scholarlyRegistry = (answers: Partial<ScholarlyRegistry["Type"]> = {}) =>
  Layer.mock(ScholarlyRegistry, answers)
export const newsArchive = (answers: Partial<NewsArchive["Type"]> = {}) => Layer.mock(NewsArchive, answers)
export const cryptoMarket = (answers: Partial<CryptoMarket["Type"]> = {}) => Layer.mock(CryptoMarket, answers)
export const referenceRates = (answers: Partial<ReferenceRates["Type"]> = {}) =>
  Layer.mock(ReferenceRates, answers)
export const forecasts = (answers: Partial<Forecasts["Type"]> = {}) => Layer.mock(Forecasts, answers)
export const gazetteer = (answers: Partial<Gazetteer["Type"]> = {}) => Layer.mock(Gazetteer, answers)
export const holidayCalendar = (answers: Partial<HolidayCalendar["Type"]> = {}) =>
  Layer.mock(HolidayCalendar, { deadline: Duration.seconds(8), ...answers })
export const entityIndex = (answers: Partial<EntityIndex["Type"]> = {}) => Layer.mock(EntityIndex, answers)
export const censusTables = (answers: Partial<CensusTables["Type"]> = {}) => Layer.mock(CensusTables, answers)

/** The chain behind the facilitator. Not among the providers: without a node there is none. */
export const chain = (answers: Partial<Chain["Type"]> = {}) => Layer.mock(Chain, answers)

/** Every provider, none of which expects a call; none is out of order. */
export const everyProvider = Layer.mergeAll(
  scholarlyIndex(),
  scholarlyRegistry(),
  newsArchive(),
  cryptoMarket(),
  referenceRates(),
  forecasts(),
  gazetteer(),
  holidayCalendar(),
  entityIndex(),
  censusTables(),
  Circuits.layer
)
