export * from "../Resources/X402.ts"
