import { adminApi } from "../../../../../shared/api-admin.ts";
import type { BrokenProduct } from "../../../../../shared/admin-products.ts";
import type { Product } from "../../../../../shared/product.ts";
import type { ProductStock } from "../../../../../shared/stock.ts";
import { reasonOf } from "../reason.ts";
import { adminPoll } from "../identity/admin-call.ts";
import { pollWhileInUse } from "../poll.ts";
import { sessionStore } from "../session/session-store.ts";

/** Stock changes with every sale; the list is read again this often (ms), and whenever the page comes back. */
const REFRESH = 20_000;

/** `why` it failed, in words. */
export type ProductsState = {
  status: "loading" | "ready" | "failed";
  products: readonly Product[];
  /** Those that cannot be read. */
  broken: readonly BrokenProduct[];
  /** Pieces in sizes or colors that are no longer offered, by product. */
  unoffered: ReadonlyMap<string, number>;
  why?: string;
};

const NOTHING = { products: [], broken: [], unoffered: new Map<string, number>() };

/** Every product as the server has it, read again while somebody looks. */
function createProductsStore() {
  let state: ProductsState = { status: "loading", ...NOTHING };
  let stop: (() => void) | undefined;
  /** How often a product was put or removed here: a list that was read meanwhile may be older than that. */
  let writes = 0;
  const listeners = new Set<() => void>();
  const set = (next: ProductsState) => {
    state = next;
    listeners.forEach((listener) => listener());
  };
  const read = async (signal?: AbortSignal): Promise<void> => {
    const before = writes;
    const { products, broken, unoffered } = await adminPoll(adminApi.listProductsAsAdmin, { signal });
    if (writes !== before) return read(signal);
    const pieces = new Map(unoffered.map((of) => [of.productId, of.pieces]));
    set({ status: "ready", products, broken, unoffered: pieces });
  };
  const look = async (signal: AbortSignal) => {
    try {
      await read(signal);
    } catch (error) {
      if (signal.aborted) return;
      console.error("The products could not be loaded", error);
      if (state.status !== "ready") set({ ...state, status: "failed", why: reasonOf(error) });
    }
  };
  const withoutProduct = (gone: string): ProductsState => ({
    ...state,
    products: state.products.filter(({ id }) => id !== gone),
    broken: state.broken.filter(({ product }) => product.id !== gone),
  });
  const start = () => {
    stop = pollWhileInUse(look, REFRESH);
  };

  return {
    current: (): ProductsState => state,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      if (listeners.size === 1) start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop?.();
      };
    },
    /** Reads the list now. Throws what the call throws. */
    read: (): Promise<void> => read(),
    retry: (): void => {
      sessionStore.askAgain();
      set({ ...state, status: "loading" });
      stop?.();
      start();
    },
    /** A product as the server just answered it. */
    put: (product: Product): void => {
      writes += 1;
      const without = withoutProduct(product.id);
      set({ ...without, products: [...without.products, product] });
    },
    /** Where the pieces of a product are, as the server just answered it. */
    putStock: (productId: string, { unoffered }: ProductStock): void => {
      const pieces = unoffered.reduce((sum, { available, held }) => sum + available + held, 0);
      if ((state.unoffered.get(productId) ?? 0) === pieces) return;
      set({ ...state, unoffered: new Map(state.unoffered).set(productId, pieces) });
    },
    remove: (id: string): void => {
      writes += 1;
      set(withoutProduct(id));
    },
  };
}

export const productsStore = createProductsStore();
