import { csvText } from "../../../../../shared/csv.ts";
import type { Subscriber } from "./use-newsletter.ts";

const HEADINGS = ["Email", "Agreed since", "Order ID", "Unsubscribe page", "One-click unsubscribe (POST)"];

/** The subscribers as a CSV file for a mailing tool. `origin`: of the shop's URLs, such as 'https://shop.example'. */
export const newsletterCsv = (subscribers: readonly Subscriber[], origin: string): string =>
  csvText([
    HEADINGS,
    ...subscribers.map(({ email, since, orderId, unsubscribePagePath, unsubscribePostPath }) => [
      email,
      since,
      orderId,
      origin + unsubscribePagePath,
      origin + unsubscribePostPath,
    ]),
  ]);
