/**
 * A wallet as a browser has it (EIP-1193), and how it says no.
 */
import { isObject, member } from "../../../Client/Json.ts"

export interface Provider {
  readonly request: (call: {
    readonly method: string
    readonly params?: ReadonlyArray<unknown>
  }) => Promise<unknown>
}

export const isProvider = (value: unknown): value is Provider =>
  isObject(value) && typeof value["request"] === "function"

/** The person said no (EIP-1193). */
const refused = 4001

/** The wallet does not know the chain (EIP-3326). */
const unknownChain = 4902

/** The wallet shows a request already, and waits for the person (MetaMask). */
const waiting = -32002

/** The code of a wallet's error; mobile MetaMask has it one level down. */
const codeOf = (error: unknown): unknown =>
  member(member(member(error, "data"), "originalError"), "code") ?? member(error, "code")

export const isRefusal = (error: unknown): boolean => codeOf(error) === refused
export const isUnknownChain = (error: unknown): boolean => codeOf(error) === unknownChain
export const isWaiting = (error: unknown): boolean => codeOf(error) === waiting
