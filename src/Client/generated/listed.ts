// Written by `npm run client:generate` from the contract. Do not edit.
import type { Listed } from "../Capability.ts"

/** What is sold, in the order of the contract. */
export const listed: ReadonlyArray<Listed> = [
  {id:"academic.search",path:"/v1/academic/search",price:"0.01"},
  {id:"academic.work",path:"/v1/academic/work",price:"0.005"},
  {id:"crypto.price",path:"/v1/crypto/price",price:"0.002"},
  {id:"crypto.market",path:"/v1/crypto/market",price:"0.005"},
  {id:"news.search",path:"/v1/news/search",price:"0.01"},
  {id:"news.trends",path:"/v1/news/trends",price:"0.02"},
  {id:"fx.rates",path:"/v1/fx/rates",price:"0.002"},
  {id:"weather",path:"/v1/weather",price:"0.003"},
  {id:"geocode",path:"/v1/geocode",price:"0.002"},
  {id:"holidays",path:"/v1/holidays",price:"0.002"},
  {id:"knowledge.search",path:"/v1/knowledge/search",price:"0.005"},
  {id:"government.census",path:"/v1/government/census",price:"0.01"},
  {id:"research",path:"/v1/research",price:"0.05"},
  {id:"information.verify",path:"/v1/verify",price:"0.05"},
  {id:"information.evidence",path:"/v1/evidence",price:"0.05"},
  {id:"information.compare",path:"/v1/compare",price:"0.10"}
]
