type CityStateZip = { city: string; state: string; zip: string };

/** 'Louisville, KY 40202'; the ZIP code alone for an order without an address. */
export const cityLine = ({ city, state, zip }: CityStateZip): string =>
  [city, [state, zip].filter(Boolean).join(" ")].filter(Boolean).join(", ");

/** The label of the line that `cityLine` makes. */
export const cityLineLabel = ({ city }: Pick<CityStateZip, "city">): string =>
  city ? "City, state, ZIP" : "ZIP code";
