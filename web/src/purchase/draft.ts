import * as z from "zod/mini";
import { browserStorage } from "../../../shared/browser-storage.ts";
import { stored } from "./stored.ts";

const Draft = z.object({
  email: z.string(),
  confirmEmail: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  company: z.string(),
  address: z.string(),
  suite: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  phone: z.string(),
  updates: z.boolean(),
  shipMerchandise: z.boolean(),
});

/** What was typed at checkout: kept in this tab until the order is paid. */
export const draft = stored(browserStorage.checkoutDraft, Draft, () => window.sessionStorage);
