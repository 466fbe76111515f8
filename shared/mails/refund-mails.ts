/** Mails to customers about refunds. */
import { allocateToParts } from "../allocate.ts";
import { disputedPart, moneyStateOf, noDeliveryOf, returnedByBank } from "../customer-promises.ts";
import { formatCustomerTime } from "../zoned-time.ts";
import { formatMoney, toCents, toDollars } from "../money.ts";
import type { Order } from "../order.ts";
import { centsOfParts } from "../part-prices.ts";
import { DISPUTED, type UnfulfilledReason } from "../order-status.ts";
import { brand } from "../site/brand.ts";
import { delivery } from "../site/delivery.ts";
import { disputedText, restOnItsWayText, returnedText } from "../site/refund-texts.ts";
import type { RefundedParts } from "../refund-reason.ts";
import { seatsOnSale, seatsText, unrefundedSeatsOf } from "../tickets/tickets-of-order.ts";
import type { Block } from "./blocks.ts";
import { descriptionList, paragraph } from "./blocks.ts";
import { mail } from "./layout.ts";
import type { MailContent } from "./mail.ts";
import {
  greeting,
  orderNumberBlock,
  orderNumberItem,
  customerFooter,
  type MailedOrder,
} from "./order-details.ts";
import { orderLines, sums } from "./order-lines.ts";

type RefundInfo = {
  /** Dollars of this refund. */
  amount: number;
  /** Dollars of all refunds of the order's own payment, this one included unless it is of a second payment. */
  refunded: number;
  /** When the refund succeeded or failed, in ISO 8601. */
  at: string;
  /** The customer paid twice, and the second payment is refunded. The order stays paid. */
  isOfSecondPayment?: boolean;
  /** What the refund pays back; absent for a refund without chosen parts. */
  parts?: RefundedParts;
};

const VOID_TEXT = "Nobody is let in with a refunded ticket.";

/**
 * Says which tickets are void although no refund names them: their seats went back on sale, for example after a refund of an
 * amount without chosen parts.
 */
function ticketsOnSaleNotices(order: Order): Block[] {
  const linesOnSale = order.items.map((_, line) => {
    const seats = [...seatsOnSale(order, line)].sort((a, b) => a - b);
    return { line, quantity: seats.length, seats };
  });
  return unrefundedSeatsOf(order, linesOnSale).map((pieces) => {
    const name = order.items[pieces.line]?.name ?? "";
    return paragraph(
      `${name}: ${seatsText(order, pieces)}. ${pieces.quantity === 1 ? "It is" : "They are"} not valid any more.`,
    );
  });
}

/** The refunded items, and the refunded shipping, under a line that introduces them. */
function refundedPartsBlocks(order: Order, { lines = [], shipping }: RefundedParts, origin: string): Block[] {
  const items = lines.flatMap(({ line, quantity }) => {
    const item = order.items[line];
    return item ? [{ ...item, quantity }] : [];
  });
  const tickets = lines.flatMap((pieces) => {
    const seats = seatsText(order, pieces);
    const name = order.items[pieces.line]?.name ?? "";
    return seats === undefined ? [] : [paragraph(`${name}: ${seats}. ${VOID_TEXT}`)];
  });
  return [
    ...(items.length > 0 ? [paragraph("This refund is for:"), orderLines({ items }, origin)] : []),
    ...tickets,
    ...(shipping ? [paragraph(`${items.length > 0 ? "And" : "This refund is"} for the shipping.`)] : []),
  ];
}

const discountCentsOf = ({ lines = [] }: RefundedParts): number =>
  lines.reduce((cents, line) => cents + toCents(line.discount ?? 0), 0);

/** What was paid for the refunded parts, in cents. */
function paidCentsOf(order: Order, parts: RefundedParts): number {
  const { goods, shipping, tax } = centsOfParts(order, parts);
  return goods + shipping + tax;
}

/** Says that the refund is less than the price of its parts, because an admin lowered the amount; undefined if it is not. */
function loweredAmountNotice(order: Order, parts: RefundedParts, amount: number): Block | undefined {
  const partCents = paidCentsOf(order, parts);
  if (toCents(amount) >= partCents) return undefined;
  const includedAmounts = [
    discountCentsOf(parts) > 0 ? "discount" : "",
    centsOfParts(order, parts).tax > 0 ? "tax" : "",
  ].filter(Boolean);
  const note = includedAmounts.length > 0 ? `, ${includedAmounts.join(" and ")} included` : "";
  return paragraph(
    `Paid back in part: ${formatMoney(amount)} of ${formatMoney(toDollars(partCents))}${note}.`,
  );
}

/** `amount` is in dollars. `isComplete`: with this refund, the whole order is refunded. */
type RefundAmount = { amount: number; isComplete: boolean };

/** The cents of shipping and of tax in the refund, as the analytics count them. */
function shippingAndTaxCents(order: Order, parts: RefundedParts, { amount, isComplete }: RefundAmount) {
  const { goods, shipping, tax } = centsOfParts(order, parts);
  // The refund is what was left of the money, and less than the price of its parts. So the cents for shipping and tax are not
  // known, and the mail names none.
  if (isComplete && toCents(amount) < goods + shipping + tax) return { shipping: 0, tax: 0 };
  const [, shippingShare = 0, taxShare = 0] = allocateToParts(toCents(amount), [goods, shipping, tax]);
  return { shipping: shippingShare, tax: taxShare };
}

/** The rows for the discount on the refunded parts, and for shipping and tax in the refund; no row for 0. */
function discountAndFeeRows(
  order: Order,
  parts: RefundedParts,
  refund: RefundAmount,
): (readonly [string, number])[] {
  const { shipping, tax } = shippingAndTaxCents(order, parts, refund);
  const amounts = [
    ["Discount on these items", -discountCentsOf(parts)],
    ["Shipping", shipping],
    ["Tax on this refund", tax],
  ] as const;
  return amounts.flatMap(([name, cents]) => (cents === 0 ? [] : [[name, toDollars(cents)] as const]));
}

const ofOrder = (dollars: number): string => `${formatMoney(dollars)} of your order`;
const ofSecondPayment = (dollars: number): string =>
  `${formatMoney(dollars)}, which you paid a second time for the same order`;

/** Whether the order's own payment pays for its items, and no dispute keeps them back. */
const staysPaid = (order: Order): boolean =>
  moneyStateOf(order) === "kept" && noDeliveryOf(order) === undefined;

/** The mail about a refund that succeeded. */
export function refundedMail(
  order: MailedOrder,
  { amount, refunded, at, isOfSecondPayment = false, parts = {} }: RefundInfo,
  origin: string,
): MailContent {
  const { total } = order.financialInfo;
  const isComplete = toCents(refunded) >= toCents(total);
  const fromBank = returnedByBank(order);
  const isAllReturned = isComplete || moneyStateOf(order) === "returned";
  const title = `We refunded ${formatMoney(amount)}`;
  const hasEarlierRefund = toCents(refunded) > toCents(amount);
  const orderBadgeLabel = isAllReturned ? "↩ Refunded" : "↩ Partially refunded";
  return mail(
    {
      subject: `${title} (${brand.name})`,
      title,
      preview: `It is on its way back to the payment method you used. ${delivery.refund}`,
      badge: {
        tone: "warm",
        label: isOfSecondPayment ? "↩ Second payment refunded" : orderBadgeLabel,
      },
      origin,
      ...customerFooter(order),
    },
    [
      greeting(order),
      paragraph(
        isOfSecondPayment
          ? `${ofSecondPayment(amount)}, is on its way back to the payment method you used. ${delivery.refund}${staysPaid(order) ? " Your order stays paid." : ""}`
          : `${ofOrder(amount)} is on its way back to the payment method you used. ${delivery.refund}`,
      ),
      ...refundedPartsBlocks(order, parts, origin),
      loweredAmountNotice(order, parts, amount),
      ...(isAllReturned ? [] : ticketsOnSaleNotices(order)),
      sums([...discountAndFeeRows(order, parts, { amount, isComplete }), ["Refunded now", amount]]),
      descriptionList([
        orderNumberItem(order),
        { name: "Refunded on", lines: [formatCustomerTime(at)] },
        { name: "Order total", lines: [formatMoney(total)] },
        ...(hasEarlierRefund ? [{ name: "Refunded in total", lines: [formatMoney(refunded)] }] : []),
        ...(fromBank > 0 ? [{ name: "Returned by your bank", lines: [formatMoney(fromBank)] }] : []),
      ]),
    ],
  );
}

const UNFULFILLED_TEXT = {
  "sold-out":
    "Your payment reached us after its time had run out, and by then the last of these items was sold. We are sorry: your order cannot be fulfilled.",
  cancelled: "Your payment reached us after this order had been cancelled.",
} as const satisfies Record<UnfulfilledReason, string>;

/** The texts about the refund of an order that cannot be fulfilled. `paid`: what was paid, in dollars. */
function refundTexts(order: Order, paid: number) {
  const { total, refunded, withdrawn = 0 } = order.financialInfo;
  const fromBank = returnedByBank(order);
  const paidText = `All that you paid, ${formatMoney(paid)}`;
  switch (moneyStateOf(order)) {
    case "refund-failed": {
      const amount = toDollars(toCents(paid) - toCents(refunded) - toCents(withdrawn));
      return {
        headline: "your refund did not go through",
        paragraphs: refundFailedTexts(ofOrder(amount)),
        badge: REFUND_FAILED_BADGE,
        rows: [["Still with us", amount]] as const,
      };
    }
    case "disputed":
      return {
        headline: "your bank decides about your payment",
        paragraphs: [
          disputedText({ disputed: disputedPart(order), refunded, returnedByBank: fromBank, total }),
        ],
        badge: DISPUTED_BADGE,
        rows: [["Paid", paid]] as const,
      };
    case "returned":
      return {
        headline: fromBank > 0 ? "you have your money back" : "your money goes back",
        paragraphs: [
          fromBank > 0
            ? returnedText({ refunded, returnedByBank: fromBank })
            : `${paidText}, was refunded to the payment method you used. ${delivery.refund}`,
        ],
        badge: { tone: "warm", label: "↩ Refunded" } as const,
        rows:
          fromBank > 0
            ? ([
                ...(refunded > 0 ? [["Refunded", refunded] as const] : []),
                ["Returned by your bank", fromBank],
              ] as const)
            : ([["Refunded", paid]] as const),
      };
    case "refunding":
    case "kept":
      return {
        headline: "your money goes back",
        paragraphs: [
          fromBank > 0
            ? restOnItsWayText({ returnedByBank: fromBank })
            : `${paidText}, goes back to the payment method you used; you need not do anything. ${delivery.refund}`,
        ],
        badge: { tone: "warm", label: "↩ Being refunded" } as const,
        rows: [
          ["Goes back to you", toDollars(toCents(paid) - toCents(fromBank) - toCents(refunded))],
        ] as const,
      };
  }
}

/** The mail about a paid order that cannot be fulfilled. The whole payment, `amount` dollars, is refunded. */
export function unfulfilledMail(
  order: MailedOrder,
  { why, amount }: { why: UnfulfilledReason; amount: number },
  origin: string,
): MailContent {
  const { headline, paragraphs, badge, rows } = refundTexts(order, amount);
  const title = `${why === "sold-out" ? "Sold out" : "Cancelled"}: ${headline}`;
  return mail(
    {
      subject: `${title} (${brand.name})`,
      title,
      preview: paragraphs[0],
      badge,
      origin,
      ...customerFooter(order),
    },
    [
      greeting(order),
      paragraph(UNFULFILLED_TEXT[why]),
      ...paragraphs.map(paragraph),
      orderLines(order, origin),
      sums(rows),
      orderNumberBlock(order),
    ],
  );
}

/** The mail about an order that was paid twice. The second payment, `amount` dollars, is refunded. */
export function paidTwiceMail(order: MailedOrder, amount: number, origin: string): MailContent {
  const title = "You paid twice: one payment goes back";
  const secondPaymentText = `The second payment, ${formatMoney(amount)}, goes back to the payment method you used; you need not do anything.`;
  return mail(
    {
      subject: `${title} (${brand.name})`,
      title,
      preview: `${secondPaymentText} ${delivery.refund}`,
      badge: { tone: "warm", label: "↩ Second payment being refunded" },
      origin,
      ...customerFooter(order),
    },
    [
      greeting(order),
      paragraph("Two payments for the same order reached us. The first has paid for your order."),
      paragraph(`${secondPaymentText} ${delivery.refund}`),
      sums([
        ["Order total", order.financialInfo.total],
        ["Goes back to you", amount],
      ]),
      orderNumberBlock(order),
    ],
  );
}

export const REFUND_FAILED_BADGE = { tone: "bad", label: "✕ Refund failed" } as const;
export const DISPUTED_BADGE = { tone: "warm", label: DISPUTED } as const;

/** `moneyText`: '$62.00 of your order'. */
const refundFailedTexts = (moneyText: string): [string, string] => [
  `We tried to send ${moneyText} back to the payment method you used. ` +
    "It did not go through: the money has not reached you and is still with us.",
  "We are working on it and will write to you again. If your card or account was closed or replaced, please reply to this email.",
];

/** The mail about a failed refund of `amount` dollars, after an earlier mail had announced the refund. */
export function refundFailedMail(
  order: MailedOrder,
  { amount, at, isOfSecondPayment }: Pick<RefundInfo, "amount" | "at" | "isOfSecondPayment">,
  origin: string,
): MailContent {
  const title = `Your refund of ${formatMoney(amount)} did not go through`;
  return mail(
    {
      subject: `${title} (${brand.name})`,
      title,
      preview: "The money has not reached you. We are working on it.",
      badge: REFUND_FAILED_BADGE,
      origin,
      ...customerFooter(order),
    },
    [
      greeting(order),
      ...refundFailedTexts(isOfSecondPayment ? `${ofSecondPayment(amount)},` : ofOrder(amount)).map(
        paragraph,
      ),
      descriptionList([orderNumberItem(order), { name: "Failed on", lines: [formatCustomerTime(at)] }]),
    ],
  );
}
