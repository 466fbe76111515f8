import { LOW_STOCK, type Product } from "./product.ts";

/** The shop is warned when a product or variant has fewer pieces than this. The store's badges always use LOW_STOCK. */
export const lowStockThreshold = ({ lowStockBelow = LOW_STOCK }: Pick<Product, "lowStockBelow">): number =>
  lowStockBelow;
