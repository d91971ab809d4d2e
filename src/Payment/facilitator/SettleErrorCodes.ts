/**
 * What a facilitator's reason for not settling proves. The set of reasons is open, so the certain ones are listed:
 * under any other, a new one too, the transfer may have been sent. Pure.
 *
 * Sources: section 9 of the protocol's specification, and the scheme `exact` of `@x402/evm` 2.27.
 */

/** Found out before anything is sent. */
const beforeSending = new Set([
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
 * With a transaction: one that was seen to revert. Without, `@x402/evm` reports every unforeseen error of its RPC node
 * under the first, a connection lost after the transaction was sent too.
 */
const reverted = new Set(["invalid_exact_evm_transaction_failed", "invalid_transaction_state"])

/** Whether the transfer will certainly not happen, for all that this one try has done. */
export const isDefinite = (reason: string, hasTransaction: boolean): boolean =>
  (hasTransaction ? reverted : beforeSending).has(reason)

/**
 * Whether the nonce is called used: by an earlier try whose answer was lost, perhaps; a payer who cancels an
 * authorization, or carries it out himself, uses it too.
 */
export const isNonceUsed = (reason: string): boolean => /nonce.*used/i.test(reason)

/** Whether the payer is said to have too little. */
export const isInsufficientBalance = (reason: string): boolean =>
  /insufficient_(?:funds|balance)$/.test(reason)
