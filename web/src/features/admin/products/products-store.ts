import { adminApi } from "../../../../../shared/api-admin.ts";
import type { Product } from "../../../../../shared/product.ts";
import { reasonOf } from "../reason.ts";
import { adminCall } from "../identity/admin-call.ts";
import { pollWhileInUse } from "../poll.ts";

/** Stock changes with every sale; the list is read again this often (ms), and whenever the page comes back. */
const REFRESH = 20_000;

/** `why` it failed, in words. */
export type ProductsState = {
  status: "loading" | "ready" | "failed";
  products: readonly Product[];
  why?: string;
};

/** Every product as the server has it, read again while somebody looks. */
function createProductsStore() {
  let state: ProductsState = { status: "loading", products: [] };
  let stop: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const set = (next: ProductsState) => {
    state = next;
    listeners.forEach((listener) => listener());
  };
  const read = async (signal?: AbortSignal) => {
    const { products } = await adminCall(adminApi.listProductsAsAdmin, { signal });
    set({ status: "ready", products });
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
      set({ ...state, status: "loading" });
      stop?.();
      start();
    },
    /** A product as the server just answered it. */
    put: (product: Product): void => {
      const others = state.products.filter(({ id }) => id !== product.id);
      set({ ...state, products: [...others, product] });
    },
    remove: (id: string): void =>
      set({ ...state, products: state.products.filter((product) => product.id !== id) }),
  };
}

export const productsStore = createProductsStore();
