import { toast } from "react-hot-toast/headless";
import { messages } from "../../../shared/messages.ts";

export type NotifyOptions = {
  /** In ms; default: 2000 for success, 4000 for the others. */
  duration?: number;
  /** Default: top-right. */
  position?: "top-right" | "top-center" | "bottom-right";
  /** A new toast replaces the toast with the same id. */
  id?: string;
};

/** Shows a toast; at most 20 at once. */
export const notify = {
  success: (text: string, options: NotifyOptions = {}): string => toast.success(text, options),
  error: (text: string, options: NotifyOptions = {}): string => toast.error(text, options),
  info: (text: string, options: NotifyOptions = {}): string => toast(text, options),
  /** For a product that was added to the cart: 3 s, bottom right. */
  addedToCart: (quantity: number, name: string): string =>
    toast.success(messages.addedToCart(quantity, name), { duration: 3000, position: "bottom-right" }),
};
