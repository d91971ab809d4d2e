/** Recorded replies: test/fixtures/photon/SOURCES.md says where each is from. */
import { readFileSync } from "node:fs"

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/photon/${name}`, import.meta.url), "utf8").trim()

export const empty = fixture("empty.json")
export const parisLimit5 = fixture("forward_paris_limit5_mixed_types.json")
export const parisPostcodes = fixture("forward_paris_multi_postcode_boundary.json")
export const museums = fixture("forward_museums_paris.json")
export const houseWithoutName = fixture("forward_house_without_name.json")
export const streetAndSquare = fixture("forward_street_and_square_locality.json")
export const streetInName2019 = fixture("street_named_in_name_2019.json")
export const pharmacies = fixture("reverse_osmtag_pharmacies_limit3.json")
export const presovCity = fixture("reverse_layer_city_no_city_prop.json")
export const presovCityAndDistrict = fixture("reverse_presov_city_and_district.json")
export const poiWithoutNumber = fixture("reverse_poi_street_no_housenumber.json")
export const bakerStreet = fixture("reverse_london_housenumber_221b.json")
export const washington = fixture("reverse_washington_streets_and_houses.json")
export const washington2020 = fixture("reverse_washington_poi_2020.json")
export const legacyWithoutType = fixture("legacy_msg_no_type_no_countrycode.json")
export const legacyWithoutName = fixture("legacy_reverse_no_name.json")
export const unsupportedLanguage = fixture("error_400_language.json")
export const stubOf400 = fixture("client_stub_400_message.json")
export const badGateway = fixture("error_502_nginx.txt")
