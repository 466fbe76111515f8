/** The countries whose addresses the shop knows: their formats are in countries.ts. */
const CODES = [
  "US",
  "CA",
  "GB",
  "IE",
  "AU",
  "NZ",
  "DE",
  "AT",
  "CH",
  "FR",
  "BE",
  "NL",
  "ES",
  "IT",
  "SE",
  "NO",
  "DK",
  "JP",
] as const;
export type CountryCode = (typeof CODES)[number];

/** Whether the shop knows the format of a country's addresses. */
export const isKnownCountry = (code: string): code is CountryCode =>
  (CODES as readonly string[]).includes(code);

const regionNames = new Intl.DisplayNames(["en"], { type: "region" });

/**
 * The English name of a country by its two-letter code: 'DE' gives 'Germany'. A text that is not a code stays
 * as it is.
 */
export const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (regionNames.of(code) ?? code) : code;
