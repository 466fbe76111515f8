import * as z from "zod/mini";
import { Venue } from "../../../shared/event-facts.ts";
import { fromLocalTime } from "../../../shared/local-time.ts";
import { timeZone } from "../../../shared/site/address-and-hours.ts";
import catalog from "./products.json" with { type: "json" };

const sizes = ["S", "M", "L", "XL", "XXL"] as const;
const stock = z.int().check(z.nonnegative());

/** A public event on the first Saturday that is at least `weeks` weeks after the first of this month. */
const Event = z.pipe(
  z.strictObject({ weeks: z.int(), doors: z.string(), starts: z.string(), ends: z.string(), venue: Venue }),
  z.transform(({ weeks, doors, starts, ends, venue }) => {
    const day = new Date(new Date().setUTCDate(1 + 7 * weeks));
    day.setUTCDate(day.getUTCDate() + 6 - day.getUTCDay());
    const [date] = day.toISOString().split("T");
    // The clocks may show a time twice. The first of the two is used.
    const timeOf = (time: string) => fromLocalTime(`${date}T${time}`, timeZone)?.[0] ?? "";
    return { startsAt: timeOf(starts), endsAt: timeOf(ends), doorsAt: timeOf(doors), timeZone, venue };
  }),
);

const CatalogEntry = z.strictObject({
  name: z.string(),
  description: z.string(),
  /** Dollars. */
  price: z.number(),
  /** Usually one of shared/site/categories.ts. The shop shows other categories too. */
  category: z.string(),
  featured: z.boolean(),
  details: z.array(z.string()),
  /** Pieces: of a product without variants, by color, or by color and size (S to XXL). */
  stock: z.optional(stock),
  stockByColor: z._default(z.record(z.string(), stock), {}),
  stockBySize: z._default(z.record(z.string(), z.array(stock).check(z.length(sizes.length))), {}),
  /** Base names in `media/`: `<name>.webp` (800 px) and `<name>-400.webp`. The first is the main picture. */
  pictures: z.array(z.string()).check(z.minLength(1)),
  /** The colors that pictures show, by the pictures' names. */
  pictureColors: z._default(z.record(z.string(), z.string()), {}),
  event: z.optional(Event),
});

function productOf({ stockByColor, stockBySize, stock = 0, ...entry }: z.infer<typeof CatalogEntry>) {
  const variants: { size?: string; color: string; stock: number }[] = [
    ...Object.entries(stockByColor).map(([color, stock]) => ({ color, stock })),
    ...Object.entries(stockBySize).flatMap(([color, stocks]) =>
      stocks.map((stock, index) => ({ size: sizes[index] ?? "", color, stock })),
    ),
  ];
  const totalStock = variants.reduce((total, variant) => total + variant.stock, stock);
  return { ...entry, ...(variants.length > 0 ? { variants } : {}), stock: totalStock };
}

/** A product of the first catalog, with the values that an admin would enter. */
export type SeedProduct = ReturnType<typeof productOf>;

/** The catalog for an empty table. */
export const seedProducts: readonly SeedProduct[] = z.array(CatalogEntry).parse(catalog).map(productOf);
