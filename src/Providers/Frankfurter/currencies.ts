/**
 * The currencies for which Frankfurter publishes rates today, remembered for a day.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import type { Upstream } from "../client/Upstream.ts"
import { currenciesRequest } from "./request.ts"
import { CurrenciesReply } from "./schema.ts"

const timeToLive = Duration.toMillis("24 hours")

/**
 * Asks at most once in 24 hours, and only when the list is needed. None when the list cannot be had; that is
 * not remembered. (`Effect.cachedWithTTL` would keep a failure, or the interruption of its first caller, as long.)
 */
export const publishedCurrencies = (
  upstream: Upstream
): Effect.Effect<Effect.Effect<Option.Option<ReadonlySet<string>>>> =>
  Effect.map(Ref.make({ codes: new Set<string>(), until: 0 }), (remembered) => {
    const ask = upstream
      .operation("frankfurter.currencies", (get) =>
        Effect.flatMap(get(currenciesRequest), upstream.decode(CurrenciesReply))
      )
      .pipe(
        Effect.zip(Clock.currentTimeMillis),
        Effect.map(([names, now]) => ({ codes: new Set(Object.keys(names)), until: now + timeToLive })),
        Effect.tap((list) => Ref.set(remembered, list)),
        Effect.map(({ codes }) => codes),
        Effect.option
      )
    return Effect.zipWith(Ref.get(remembered), Clock.currentTimeMillis, ({ codes, until }, now) =>
      now < until ? Effect.succeedSome(codes) : ask
    ).pipe(Effect.flatten)
  })
