import * as z from "zod/mini";
import { UrlOrderData } from "../../../../shared/order-data.ts";

/** The summary that the payment page carried along: undefined without one, 'unreadable' when it cannot be parsed. */
export function orderFromUrl(text: string | null): UrlOrderData | "unreadable" | undefined {
  if (text === null) return undefined;
  try {
    const parsed = z.safeParse(UrlOrderData, JSON.parse(text));
    return parsed.success ? parsed.data : "unreadable";
  } catch {
    return "unreadable";
  }
}
