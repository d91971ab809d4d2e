/**
 * Settings by their names in the environment, with the two that every deployment has.
 */
import { ConfigProvider, Effect, Layer } from "effect"
import { Settings } from "../../../src/Settings.ts"
import { payTo } from "../SignedPayment.ts"

/** What reads settings, in this environment. */
export const within = (environment: Readonly<Record<string, string>> = {}) =>
  Effect.withConfigProvider(
    ConfigProvider.fromMap(
      new Map(Object.entries({ X402_PAY_TO: payTo, CONTACT: "mailto:test@example.org", ...environment }))
    )
  )

/** The settings of this environment. */
export const layer = (environment: Readonly<Record<string, string>> = {}) =>
  Layer.effect(Settings, within(environment)(Settings.config))
