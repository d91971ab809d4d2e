/** The version of the interface. Source: contract, section 9. */
export const version = "0.1.0"
