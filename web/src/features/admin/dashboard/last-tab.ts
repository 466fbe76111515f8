import * as z from "zod/mini";
import { adminStorage } from "../../../../../shared/admin-storage.ts";
import { storedValue } from "../../../stored-value.ts";

export const TABS = [
  "products",
  "orders",
  "tickets",
  "discounts",
  "episodes",
  "analytics",
  "newsletter",
  "webhooks",
] as const;
export type Tab = (typeof TABS)[number];

const storedTabs = storedValue(
  adminStorage.lastTab,
  z.record(z.string(), z.enum(TABS)),
  () => window.localStorage,
);

/** The tab that an admin used last in this browser; 'products' before the first use. */
export const readLastTab = (userId: string): Tab => storedTabs.read()?.[userId] ?? "products";

export const writeLastTab = (userId: string, tab: Tab): void =>
  storedTabs.write({ ...storedTabs.read(), [userId]: tab });
