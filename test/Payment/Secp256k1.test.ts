import { expect, it } from "@effect/vitest"
import { FastCheck as fc, Option } from "effect"
import { signRecoverable } from "tiny-secp256k1"
import { describe } from "vitest"
import * as Secp256k1 from "../../src/Payment/request/Secp256k1.ts"
import { runs } from "../support/setup/Runs.ts"

const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size })

/** What an implementation says of a signature: a key, or that there is none. */
const said = (recover: Secp256k1.Recover, ...of: Parameters<Secp256k1.Recover>) => {
  try {
    const key = recover(...of)
    return key === null ? "none" : Buffer.from(key).toString("hex")
  } catch {
    return "none"
  }
}

describe("Secp256k1", () => {
  it("says the same in native code and in WebAssembly, of signatures and of junk", (context) => {
    const loaded = Secp256k1.native()
    if (Option.isNone(loaded)) return context.skip()
    const native = loaded.value
    expect(Secp256k1.recover()).toBe(native)
    const wasm = Secp256k1.wasm()
    let keys = 0
    fc.assert(
      fc.property(bytes(32), bytes(32), bytes(64), (digest, secret, junk) => {
        fc.pre(secret.some((byte) => byte !== 0))
        const { signature, recoveryId } = signRecoverable(digest, secret)
        for (const id of [0, 1] as const) {
          for (const one of [signature, junk]) {
            const key = said(native, digest, one, id)
            expect(key).toBe(said(wasm, digest, one, id))
            if (key !== "none") keys += 1
          }
        }
        expect(said(native, digest, signature, recoveryId === 0 ? 0 : 1)).not.toBe("none")
      }),
      { numRuns: runs(500) }
    )
    expect(keys).toBeGreaterThan(runs(500))
  })
})
