import { csvText } from "../../../../../shared/csv.ts";
import type { Person } from "./use-newsletter.ts";

const HEADINGS = ["Email", "Agreed since", "Order ID", "Unsubscribe page", "One-click unsubscribe (POST)"];

/** The people as a CSV file for a mailing tool. `origin`: of the shop's URLs, such as 'https://shop.example'. */
export const newsletterCsv = (people: readonly Person[], origin: string): string =>
  csvText([
    HEADINGS,
    ...people.map(({ email, since, orderId, unsubscribePagePath, unsubscribePostPath }) => [
      email,
      since,
      orderId,
      origin + unsubscribePagePath,
      origin + unsubscribePostPath,
    ]),
  ]);
