type CityStateZip = { city: string; state: string; zip: string; country?: string | undefined };

/** 'Louisville, KY 40202'; the ZIP code alone without an address. `country`: the name of a country other than the shop's. */
export const cityLine = ({ city, state, zip, country }: CityStateZip): string =>
  [city, [state, zip].filter(Boolean).join(" "), country].filter(Boolean).join(", ");

/** The label of the line that `cityLine` makes. */
export const cityLineLabel = ({ city }: Pick<CityStateZip, "city">): string =>
  city ? "City, state, ZIP" : "ZIP code";
