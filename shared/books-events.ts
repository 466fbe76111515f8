import * as z from "zod/mini";
import { Difference, DifferenceKind } from "./books.ts";
import { version1Fields } from "./event-schemas.ts";

/** The kinds of differences that version 1 of the event DifferencesFound does not allow in `differences`. */
const UNLISTED_KINDS = ["order-unreadable", "tax-not-recorded"] as const satisfies DifferenceKind[];
type ListedKind = Exclude<DifferenceKind, (typeof UNLISTED_KINDS)[number]>;
const isListed = (kind: DifferenceKind): kind is ListedKind =>
  !UNLISTED_KINDS.some((unlistedKind) => unlistedKind === kind);
/** A difference in `differences`. The event has the unlisted kinds in `unreadableOrders` and `untaxedOrders`. */
const ListedDifference = z.extend(Difference, {
  kind: z.enum(DifferenceKind.options.filter(isListed)),
});
/** Whether version 1 of the event can list the difference in `differences`. */
export const isListedInEvent = (difference: Difference): difference is z.infer<typeof ListedDifference> =>
  isListed(difference.kind);

export const DifferencesFound = z
  .object({
    ...version1Fields,
    type: z.literal("DifferencesFound"),
    sequence: z.int().check(z.positive()),
    openCount: z.int(),
    differences: z.array(ListedDifference),
    unreadableOrders: z.optional(z.array(z.string())),
    untaxedOrders: z.optional(z.array(z.string())),
  })
  .check(
    z.describe(
      "The hourly comparison of orders with Stripe, stock and analytics found differences that the shop did not repair, and that the comparison before had not found. openCount: all differences that are open, of which at most 50 are new in this event; more come in further events. shop and other: dollars, or pieces of stock. unreadableOrders: the ids of orders whose stored data cannot be read. untaxedOrders: the ids of paid orders whose sales tax, or that of a refund, Stripe has not recorded. Both are counted in openCount too. sequence counts these events.",
    ),
  );
