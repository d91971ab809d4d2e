/**
 * What a facilitator's error code for a settlement (`errorReason`) proves. The set of codes is open, so the final ones
 * are listed: with any other code, a new one too, the transfer may have been sent. Pure.
 *
 * Sources: section 9 of the protocol's specification, and the scheme `exact` of `@x402/evm` 2.27.
 */

/** Errors that a facilitator finds before it sends a transaction. */
const preSubmission = new Set([
  "insufficient_funds",
  "invalid_exact_evm_payload_authorization_valid_after",
  "invalid_exact_evm_payload_authorization_valid_before",
  "invalid_exact_evm_payload_authorization_value_mismatch",
  "invalid_exact_evm_payload_signature",
  "invalid_exact_evm_payload_recipient_mismatch",
  "invalid_network",
  "invalid_payload",
  "invalid_payment_requirements",
  "invalid_scheme",
  "unsupported_scheme",
  "invalid_x402_version",
  "invalid_exact_evm_scheme",
  "invalid_exact_evm_network_mismatch",
  "invalid_exact_evm_missing_eip712_domain",
  "invalid_exact_evm_recipient_mismatch",
  "invalid_exact_evm_signature",
  "invalid_exact_evm_authorization_value",
  "invalid_exact_evm_payload_undeployed_smart_wallet",
  "invalid_exact_evm_token_name_mismatch",
  "invalid_exact_evm_token_version_mismatch",
  "invalid_exact_evm_eip3009_not_supported",
  "invalid_exact_evm_insufficient_balance",
  "invalid_exact_evm_transaction_simulation_failed",
  "invalid_exact_evm_failed_to_parse_signature",
  "asset_not_deployed_contract",
  "unsupported_payload_type",
  "eip6492_factory_not_allowed"
])

/**
 * With a transaction hash, the transaction reverted. Without one, `@x402/evm` uses the first code for every unforeseen
 * error of its RPC node, even for a connection that was lost after the transaction was sent.
 */
const reverted = new Set(["invalid_exact_evm_transaction_failed", "invalid_transaction_state"])

/** Whether the settlement has failed for certain. It says nothing about earlier attempts with the same payment. */
export const isFinal = (reason: string, hasTransaction: boolean): boolean =>
  (hasTransaction ? reverted : preSubmission).has(reason)

/**
 * Whether the facilitator says that the nonce is used. An earlier attempt whose reply was lost may have used it; so does
 * a payer who cancels the authorization or submits it to the chain.
 */
export const isNonceUsed = (reason: string): boolean => /nonce.*used/i.test(reason)

/** Whether the facilitator says that the payer's balance is too small. */
export const isInsufficientBalance = (reason: string): boolean =>
  /insufficient_(?:funds|balance)$/.test(reason)

/** Whether the facilitator says that the payer's signature is bad. */
const isSignature = (reason: string): boolean => /_signature$/.test(reason)

/**
 * Whether a settlement that has failed for certain is the payer's doing, so that the payer is refused for a while: the
 * balance is too small, the signature is bad, or the transfer reverted on the chain. Every other failure may be the
 * facilitator's or ours.
 */
export const isPayersFault = (reason: string, hasTransaction: boolean): boolean =>
  hasTransaction ? reverted.has(reason) : isInsufficientBalance(reason) || isSignature(reason)
