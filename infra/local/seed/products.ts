import { flasks } from "./catalogue/flasks.ts";
import { polos } from "./catalogue/polos.ts";
import { shirts } from "./catalogue/shirts.ts";
import { sweatpants } from "./catalogue/sweatpants.ts";
import { tickets } from "./catalogue/tickets.ts";
import type { SeedProduct } from "./seed-product.ts";

/** The catalogue that an empty table starts with. */
export const seedProducts: readonly SeedProduct[] = [
  ...shirts,
  ...polos,
  ...sweatpants,
  ...flasks,
  ...tickets,
];
