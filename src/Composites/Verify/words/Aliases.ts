/**
 * Other spellings of the same name, and words written together that are read as two. Origin:
 * written for this project; contractions without their apostrophe are common in headlines.
 */
const entries: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["coronavirus", ["covid"]],
  ["covid-19", ["covid"]],
  ["covid19", ["covid"]],
  ["sars-cov-2", ["covid"]],
  ["sars-cov2", ["covid"]],
  ["ncov", ["covid"]],
  ["u.s", ["usa"]],
  ["u.s.a", ["usa"]],
  ["america", ["usa"]],
  ["u.k", ["uk"]],
  ["britain", ["uk"]],
  ["co2", ["carbon", "dioxide"]],
  ["cannot", ["can", "not"]],
  ["can't", ["can", "not"]],
  ["won't", ["will", "not"]],
  ["shan't", ["shall", "not"]],
  ["ain't", ["is", "not"]],
  ["cant", ["can", "not"]],
  ["dont", ["do", "not"]],
  ["doesnt", ["does", "not"]],
  ["didnt", ["did", "not"]],
  ["isnt", ["is", "not"]],
  ["arent", ["are", "not"]],
  ["wasnt", ["was", "not"]],
  ["werent", ["were", "not"]],
  ["hasnt", ["has", "not"]],
  ["havent", ["have", "not"]],
  ["wouldnt", ["would", "not"]],
  ["couldnt", ["could", "not"]],
  ["shouldnt", ["should", "not"]]
]

export const aliases: ReadonlyMap<string, ReadonlyArray<string>> = new Map(entries)
