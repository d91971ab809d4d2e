import ipaddr from "ipaddr.js"

/**
 * Whether only this machine reaches an address: `localhost`, 127.0.0.0/8, ::1. A name that merely looks like an address
 * (`127.example.org`) is none.
 */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback")
