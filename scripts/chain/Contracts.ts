/**
 * The contracts of the local chain, from their source to what is placed on it. Everything is fixed, the compiler's
 * version and options too, so that the same source always makes the same bytes.
 */
import { readFileSync } from "node:fs"
import { Schema } from "effect"
import solc from "solc"

const sources = ["Multicall.sol", "TestUSDC.sol", "TestWallet.sol"] as const

/** Where source, artefact and chain state lie. */
export const directory = new URL("../../src/Sandbox/data/chain/", import.meta.url)

/** Compiled contracts by name: their interface, and the code as it runs (not the code that deploys it). */
export const Artefact = Schema.Struct({
  compiler: Schema.String,
  contracts: Schema.Record({
    key: Schema.String,
    value: Schema.Struct({
      abi: Schema.Array(Schema.Unknown),
      runtime: Schema.TemplateLiteral("0x", Schema.String)
    })
  })
})

/** Compiled contracts by name. */
export type Artefact = typeof Artefact.Type

const Output = Schema.parseJson(
  Schema.Struct({
    errors: Schema.optional(Schema.Array(Schema.Struct({ formattedMessage: Schema.String }))),
    contracts: Schema.Record({
      key: Schema.String,
      value: Schema.Record({
        key: Schema.String,
        value: Schema.Struct({
          abi: Schema.Array(Schema.Unknown),
          evm: Schema.Struct({ deployedBytecode: Schema.Struct({ object: Schema.String }) })
        })
      })
    })
  })
)

const input = () => ({
  language: "Solidity",
  sources: Object.fromEntries(
    sources.map((name) => [name, { content: readFileSync(new URL(name, directory), "utf8") }])
  ),
  settings: {
    optimizer: { enabled: true, runs: 200 },
    viaIR: true,
    evmVersion: "shanghai",
    // No hash of the source in the code: a comment changes nothing on the chain.
    metadata: { bytecodeHash: "none", appendCBOR: false },
    outputSelection: { "*": { "*": ["abi", "evm.deployedBytecode.object"] } }
  }
})

/** Compiles the sources; a warning is an error. */
export const compile = (): Artefact => {
  const output = Schema.decodeUnknownSync(Output)(solc.compile(JSON.stringify(input())))
  const errors = output.errors ?? []
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join("\n"))
  return {
    compiler: String(solc.version()),
    contracts: Object.fromEntries(
      Object.values(output.contracts)
        .flatMap((contracts) => Object.entries(contracts))
        .map(
          ([name, { abi, evm }]) =>
            [name, { abi, runtime: `0x${evm.deployedBytecode.object}` as const }] as const
        )
        .filter(([, { runtime }]) => runtime !== "0x")
        .sort(([a], [b]) => (a < b ? -1 : 1))
    )
  }
}
