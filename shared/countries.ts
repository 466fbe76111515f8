/**
 * The formats of addresses in the countries to which a shop may ship, from the Universal Postal Union's country sheets
 * (https://www.upu.int/en/Postal-Solutions/Programmes-Services/Addressing-Solutions). Pages load this file only if a stage
 * ships to another country than the US.
 */
import type { CountryCode } from "./country-codes.ts";
import { isKnownCountry } from "./country-codes.ts";
import { usStates } from "./us-states.ts";

/** A state or province. Orders store the code. */
type State = { code: string; name: string };

/** `states`: the only valid states; if absent, any text is valid. `isOptional`: the state may be empty. */
type StateFormat = { label: string; states?: readonly State[]; isOptional?: boolean };

/** `state` is absent in countries whose addresses have none. `example` is a valid postal code. */
export type AddressFormat = {
  state?: StateFormat;
  zip: { label: string; pattern: RegExp; example: string; isNumeric: boolean };
};

const statesOf = (names: Record<string, string>): readonly State[] =>
  Object.entries(names).map(([code, name]) => ({ code, name }));

const CANADIAN_PROVINCES = statesOf({
  AB: "Alberta",
  BC: "British Columbia",
  MB: "Manitoba",
  NB: "New Brunswick",
  NL: "Newfoundland and Labrador",
  NS: "Nova Scotia",
  NT: "Northwest Territories",
  NU: "Nunavut",
  ON: "Ontario",
  PE: "Prince Edward Island",
  QC: "Quebec",
  SK: "Saskatchewan",
  YT: "Yukon",
});
const AUSTRALIAN_STATES = statesOf({
  ACT: "Australian Capital Territory",
  NSW: "New South Wales",
  NT: "Northern Territory",
  QLD: "Queensland",
  SA: "South Australia",
  TAS: "Tasmania",
  VIC: "Victoria",
  WA: "Western Australia",
});

const numericZip = (digits: number, example: string, label = "Postal code"): AddressFormat["zip"] => ({
  label,
  pattern: new RegExp(`^\\d{${digits}}$`),
  example,
  isNumeric: true,
});
const zip = (label: string, pattern: RegExp, example: string): AddressFormat["zip"] => ({
  label,
  pattern,
  example,
  isNumeric: false,
});

const FORMATS = {
  US: {
    state: { label: "State", states: usStates },
    zip: { ...zip("ZIP code", /^\d{5}(-\d{4})?$/, "40202"), isNumeric: true },
  },
  CA: {
    state: { label: "Province", states: CANADIAN_PROVINCES },
    zip: zip("Postal code", /^[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d$/, "K1A 0B1"),
  },
  GB: {
    state: { label: "County", isOptional: true },
    zip: zip("Postcode", /^(GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/, "SW1A 1AA"),
  },
  IE: {
    state: { label: "County", isOptional: true },
    zip: zip("Eircode", /^[A-Z]\d[\dW] ?[A-Z\d]{4}$/, "D02 AF30"),
  },
  AU: { state: { label: "State", states: AUSTRALIAN_STATES }, zip: numericZip(4, "2000", "Postcode") },
  NZ: { zip: numericZip(4, "6011", "Postcode") },
  DE: { zip: numericZip(5, "10115") },
  AT: { zip: numericZip(4, "1010") },
  CH: { zip: numericZip(4, "8001") },
  FR: { zip: numericZip(5, "75001") },
  BE: { zip: numericZip(4, "1000") },
  NL: { zip: zip("Postal code", /^[1-9]\d{3} ?[A-Z]{2}$/, "1012 AB") },
  ES: { state: { label: "Province" }, zip: numericZip(5, "28013") },
  IT: { state: { label: "Province" }, zip: numericZip(5, "00184") },
  SE: { zip: { ...zip("Postal code", /^\d{3} ?\d{2}$/, "111 22"), isNumeric: true } },
  NO: { zip: numericZip(4, "0150") },
  DK: { zip: numericZip(4, "1050") },
  JP: {
    state: { label: "Prefecture" },
    zip: zip("Postal code", /^\d{3}-?\d{4}$/, "100-0001"),
  },
} as const satisfies Record<CountryCode, AddressFormat>;

/** The format of a country's addresses; a free format for a country that is not in the table. */
export const addressFormatOf = (country: string): AddressFormat =>
  isKnownCountry(country)
    ? FORMATS[country]
    : { state: { label: "Region", isOptional: true }, zip: zip("Postal code", /^.{0,20}$/, "") };

/** The characters of a telephone number, with or without a country code. `foreignPhoneError` also counts the digits. */
const PHONE = /^\+?[\d ().-]{6,24}$/;

/** The error of a telephone number outside the US; undefined if it is valid. */
export const foreignPhoneError = (phone: string): string | undefined =>
  PHONE.test(phone.trim()) && phone.replace(/\D/g, "").length >= 6
    ? undefined
    : "Phone number must have at least 6 digits, such as +49 30 123456";

type AddressPart = "state" | "zip";

/** The errors of state and postal code by the rules of a country. */
export function addressErrors(
  country: string,
  address: Record<AddressPart, string>,
): Partial<Record<AddressPart, string>> {
  const { state: stateFormat, zip: zipFormat } = addressFormatOf(country);
  const [state, zipCode] = [address.state.trim(), address.zip.trim().toUpperCase()];
  const isValidState =
    !stateFormat?.states || stateFormat.states.some(({ code }) => code === state.toUpperCase());
  return {
    ...(stateFormat && state === "" && !stateFormat.isOptional
      ? { state: `${stateFormat.label} is required` }
      : {}),
    ...(state !== "" && !isValidState
      ? { state: `${stateFormat?.label ?? "State"} must be one from the list` }
      : {}),
    ...(zipCode === "" ? { zip: `${zipFormat.label} is required` } : {}),
    ...(zipCode !== "" && !zipFormat.pattern.test(zipCode)
      ? { zip: `${zipFormat.label} must be like ${zipFormat.example}` }
      : {}),
  };
}
