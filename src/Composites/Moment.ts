import * as DateTime from "effect/DateTime"

/** A moment in Unix milliseconds as answers write it: ISO 8601 in UTC with milliseconds. */
export const momentOf = (millis: number): string => DateTime.formatIso(DateTime.unsafeMake(millis))
