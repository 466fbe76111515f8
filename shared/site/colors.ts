/** The values of color names, as CSS colors, for the swatches in the store. */
const colorValues: Readonly<Record<string, string>> = {
  char: "#2f2b28",
  forest: "#1d6b47",
  oak: "#7a4b28",
  "oak stripe": "#8a5a33",
  cream: "#eadfcb",
  "cream fleck": "#d9ccb4",
  copper: "#b8632f",
  slate: "#3f5268",
  honey: "#d99a2b",
};
export const colorNames: readonly string[] = Object.keys(colorValues);
// A map, because an object also has names such as 'constructor'.
const valueByName: ReadonlyMap<string, string> = new Map(Object.entries(colorValues));

/**
 * The value of a color's name; two values for 'Cream / Oak'. A color that is not in `colorValues` gives undefined.
 */
export const colorsInName = (name: string): (string | undefined)[] =>
  name.split("/").map((part) => valueByName.get(part.trim().toLowerCase()));
