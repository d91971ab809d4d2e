/** The version of the interface, as `/health` and the OpenAPI document show it. */
export const version = "0.1.0"
