/**
 * What a metric's name says of it.
 */

/** Whether a metric is the service's: Effect counts its fibres by itself, which tells an operator nothing. */
export const isOwn = (name: string): boolean => !name.startsWith("effect_")

/** Names end in their unit, as Prometheus has it (https://prometheus.io/docs/practices/naming/). */
const units: ReadonlyArray<readonly [suffix: RegExp, unit: string]> = [
  [/_seconds(?:_total)?$/, "s"],
  [/_bytes(?:_total)?$/, "By"],
  [/_usdc?$/, "{USD}"]
]

/** The unit by UCUM, as OpenTelemetry has it; `1` for a number of things. */
export const unitOf = (name: string): string => units.find(([suffix]) => suffix.test(name))?.[1] ?? "1"
