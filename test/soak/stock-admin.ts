import { adminApi } from "../../shared/api-admin.ts";
import type { Product } from "../../shared/product.ts";
import { stockOrVariantStocks } from "../../web/src/features/admin/product-form/draft.ts";
import type { Client } from "../support/client.ts";
import type { Random } from "./random.ts";

const LARGE_STOCK = 20_000;
/** So few pieces that the product is sometimes sold out. */
const SMALL_STOCK = 15;
const PRODUCT_COUNT = 30;

/** Sends a request, and sends it again while the shop answers 5xx. */
type SendWithRetries = <T extends { status: number; text: string }>(send: () => Promise<T>) => Promise<T>;

/** Adds the products of the soak, and changes their stock as an admin does. */
export async function createStockAdmin(client: Client, priceRandom: Random) {
  const products: Product[] = [];
  /** The pieces that admins have added, by product and variant: '<product id>#<variant id or ->'. */
  const pieces = new Map<string, number>();
  const add = (key: string, quantity: number): void =>
    void pieces.set(key, (pieces.get(key) ?? 0) + quantity);
  for (let i = 0; i < PRODUCT_COUNT; i++) {
    const stock = i % 10 === 0 ? SMALL_STOCK : LARGE_STOCK;
    const product = await client.createProduct({
      ...{ name: `Soak ${i}`, stock, price: priceRandom.int(100, 9_999) / 100 },
      ...(i % 3 === 0 ? { variants: ["S", "M", "L"].map((size) => ({ size, stock })) } : {}),
      ...(i % 7 === 0 ? { category: "ticket" } : {}),
    });
    products.push(product);
    if (product.variants)
      for (const variant of product.variants) add(`${product.id}#${variant.id}`, variant.stock);
    else add(`${product.id}#-`, product.stock);
  }
  let isEditing = false;

  return {
    products,
    pieces,
    /** Saves a product's form with another stock. Does nothing while another admin does so. */
    async editStock(adminClient: Client, sendWithRetries: SendWithRetries, random: Random): Promise<void> {
      if (isEditing) return;
      isEditing = true;
      try {
        const token = await adminClient.adminToken();
        const list = await sendWithRetries(() => adminClient.call(adminApi.listProductsAsAdmin, { token }));
        if (list.status !== 200) return;
        const { id } = random.of(products);
        const product = list.data.products.find((candidate) => candidate.id === id);
        if (!product) throw new Error(`Product ${id} is not listed.`);
        const change = random.int(-2, 10);
        const variant = product.variants && random.of(product.variants);
        const shownStock = variant?.stock ?? product.stock;
        const stock = Math.max(0, shownStock + change);
        const body = {
          ...product,
          ...(variant
            ? { variants: product.variants?.map((row) => (row === variant ? { ...row, stock } : row)) }
            : { stock }),
          stockWas: stockOrVariantStocks(product),
        };
        let tries = 0;
        const { status } = await sendWithRetries(() => {
          tries++;
          return adminClient.call(adminApi.updateProduct, { token, params: { id }, body });
        });
        // After a lost response, the same save is refused because the first one was stored.
        if (status === 200 || (status === 409 && tries > 1))
          add(`${id}#${variant?.id ?? "-"}`, stock - shownStock);
        else throw new Error(`The stock of ${id} was not saved: ${status}`);
      } finally {
        isEditing = false;
      }
    },
  };
}
export type StockAdmin = Awaited<ReturnType<typeof createStockAdmin>>;
