import { describe, expect, test } from "vitest";
import { mailSamples } from "../../infra/mail-samples/mail-samples.ts";
import { longOrder, shippedOrder, ticketOrder } from "../../infra/mail-samples/sample-orders.ts";
import { formatMoney } from "../../shared/money.ts";
import {
  cancelledMail,
  completedMail,
  readyMail,
  receiptMail,
  teamNotice,
} from "../../shared/mails/order-mails.ts";
import { orderNumberOf } from "../../shared/order-number.ts";
import { refundedMail, unfulfilledMail } from "../../shared/mails/refund-mails.ts";
import { CONFIRM_HOURS } from "../../shared/back-in-stock.ts";
import { confirmRequestMail } from "../../shared/mails/back-in-stock-mails.ts";
import { contactMail } from "../../shared/mails/contact-mails.ts";
import { customerRequestMail } from "../../shared/mails/order-page-mails.ts";
import { ticketsMail } from "../../shared/mails/ticket-mails.ts";
import { admission } from "../../shared/site/admission.ts";
import { delivery } from "../../shared/site/delivery.ts";
import { shopTime, shopZone } from "../support/shop-clock.ts";
import { RETURNED_BY_BANK } from "../../shared/site/refund-texts.ts";

const ORIGIN = "https://shop.example";
/** Gmail hides the rest of a longer mail behind a link. */
const GMAIL_LIMIT_BYTES = 102_000;
const samples = mailSamples(ORIGIN);
const contentOf = (id: string) => {
  const sample = samples.find((candidate) => candidate.id === id);
  if (!sample) throw new Error(`No sample ${id}`);
  return sample.content;
};
/** The text between the tags, without the title, styles and comments. */
const visibleText = (html: string): string =>
  html
    .replaceAll(/<(style|title)>[^]*?<\/\1>|<!--[^]*?-->/g, " ")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp|zwnj|#847);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replaceAll(/\s+/g, " ");
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

describe.each(samples)("the mail $id", ({ content: { subject, html, text } }) => {
  test("is HTML that mail clients render and screen readers can read", () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr">/);
    expect(html).toContain('<meta name="color-scheme" content="light dark" />');
    expect(html).toContain("@media (prefers-color-scheme:dark)");
    for (const [table] of html.matchAll(/<table[^>]*>/g)) expect(table).toContain('role="presentation"');
    for (const [picture] of html.matchAll(/<img[^>]*>/g))
      // A QR code has a text for readers who do not see it; other pictures are decoration.
      expect(picture).toMatch(/src="cid:[^]*width[^]*alt="QR code|alt=""[^]*width|width[^]*alt=""/);
    expect(html.match(/<h1\b/g)).toHaveLength(1);
    expect(html).not.toMatch(/<script|<link|<form|url\(|@import|position:|display:(flex|grid)/);
  });

  test("has no empty cell and no padding at the end of a list, which a phone would show as gaps", () => {
    expect(html).not.toMatch(/<td\b[^>]*class="stack[^>]*>\s*<\/td>/);
    expect(html).not.toMatch(/class="stack"(?:(?!<td\b)[^])*?<\/td>\s*<\/tr>\s*<\/table>/);
  });

  test("does not mention the list at the door, because the samples are of a stage that issues ticket codes", () => {
    expect(text).not.toContain(admission.list);
  });

  test("is not cut off by Gmail, and has a subject of one line", () => {
    expect(Buffer.byteLength(html)).toBeLessThan(GMAIL_LIMIT_BYTES);
    expect(subject).not.toMatch(/[\r\n]/);
  });

  test("begins with a preview that differs from the subject", () => {
    const [, previewHtml = ""] = /mso-hide:all">([^]*?)<\/div>/.exec(html) ?? [];
    const preview = visibleText(previewHtml).trim();
    expect(preview.length).toBeGreaterThan(10);
    expect(preview).not.toBe(subject);
  });

  test("has a text part without markup, and without words that the HTML part lacks", () => {
    const htmlText = visibleText(html);
    for (const word of text.replaceAll(/https:\S+/g, "").split(/\s+/))
      expect(htmlText).toContain(word.replace(/^-+$|[:,]+$/, ""));
    expect(text).not.toMatch(/&(amp|lt|#39);|style="|undefined|\n{3}/);
  });
});

test("a mail with tickets to an event without a date has a preview too", () => {
  const ticket = { ticketId: "tkt_1", productId: "prd_1", name: "Live Taping", n: 1, of: 1 };
  const person = { holder: "Grace Hopper", code: "A", shortCode: "K7QM3FXD" };
  const { html } = ticketsMail([{ ...ticket, ...person }], "bought", ORIGIN);
  const [, previewHtml = ""] = /mso-hide:all">([^]*?)<\/div>/.exec(html) ?? [];
  expect(visibleText(previewHtml).trim()).toBe(
    "Thank you for your order. Show the code at the door, on a phone or on paper.",
  );
});

test.each(samples)(
  "the mail $id says neither 'this mail' nor 'e-mail', and has no unclear phrase",
  ({ content }) => {
    const words = `${content.subject} ${visibleText(content.html)} ${content.text}`;
    expect(words).not.toMatch(/\bthis mail\b|e-mail|receipt over|seeing to it|in all\b/i);
  },
);

describe("among the mails about orders,", () => {
  test("a mail does not say that a ticket is packed or sent, also if a parcel is sent", () => {
    expect(contentOf("completed-ticket").text).toContain(admission.code);
    expect(contentOf("completed-ticket").text).not.toMatch(/packed|sent it/);
    expect(contentOf("completed").text).toContain("Tickets are not in the parcel.");
  });

  test("the receipt has all details, and links and pictures only from the shop's own URL", () => {
    const placedAt = { createdAt: shopTime("2026-11-21T10:04"), orderDate: shopTime("2026-11-21T10:04") };
    const financialInfo = { ...shippedOrder.financialInfo, shipping: 8, total: 206 };
    const { html, text } = receiptMail({ ...shippedOrder, ...placedAt, financialInfo }, ORIGIN);
    for (const detail of [
      orderNumberOf(shippedOrder),
      "Grace Hopper",
      "Harvard Mark I Laboratory",
      "grace@example.com",
      "12 Barrel Rd, Apt 3",
      "Louisville, KY 40202",
      "Bourbon & Breaches: Live Taping (Ticket)",
      "$198.00",
      "$8.00",
      "$206.00",
      "Credit Card",
      `Nov 21, 2026, 10:04 AM ${shopZone("2026-11-21T10:04")}`,
    ]) {
      expect(visibleText(html)).toContain(detail);
      expect(text).toContain(detail);
    }
    expect(html).toContain('src="https://shop.example/media/products/angels-share-tee-400.webp"');
    for (const [, source] of html.matchAll(/(?:src|href)="([^"]*)"/g))
      expect(source).toMatch(/^https:\/\/shop\.example\//);
  });

  test("the next steps depend on the delivery method", () => {
    const [, afterShipping] = contentOf("receipt-shipped").text.split(delivery.ship.pending);
    expect(afterShipping).toContain(admission.code);
    expect(contentOf("receipt-pick-up").text).toContain(delivery["pick-up"].pending);
    expect(contentOf("receipt-pick-up").text).not.toContain("Pick up at");
    expect(contentOf("receipt-pick-up").text).not.toContain(delivery["pick-up"].ready);
    expect(contentOf("ready").text).toContain(delivery["pick-up"].ready);
    // The text part cannot show the QR code.
    expect(contentOf("ready").html).toContain("show this QR code");
    expect(contentOf("ready").text).not.toMatch(/\bcode\b/);
    const ticketReceipt = contentOf("receipt-ticket").text;
    expect(ticketReceipt).not.toMatch(/Pick up at|Pick-up address|Shipping:/);
    const { pending, ready } = delivery["pick-up"];
    for (const text of [delivery.ship.pending, pending, ready]) expect(ticketReceipt).not.toContain(text);
  });

  test("a receipt says 'Shipping: Free' for an order that is shipped free, and nothing about shipping for a pick-up", () => {
    const { financialInfo, shippingInfo, ...otherFields } = shippedOrder;
    const orderWithFreeShipping = {
      ...otherFields,
      financialInfo: { ...financialInfo, shipping: 0, total: 198 },
    };
    const { html, text } = receiptMail({ ...orderWithFreeShipping, shippingInfo }, ORIGIN);
    expect(text).toContain("Subtotal: $198.00\nShipping: Free\nTotal: $198.00");
    expect(visibleText(html)).toMatch(/Shipping\s*Free\s*Total/);
    expect(receiptMail(orderWithFreeShipping, ORIGIN).text).not.toContain("Shipping:");
  });

  test("of a refunded order that needs attention, the receipt promises no delivery, and the mail about a cancellation tells of the refund", () => {
    const { financialInfo } = shippedOrder;
    const refundedOrder = {
      ...shippedOrder,
      paymentStatus: "needs-attention" as const,
      financialInfo: { ...financialInfo, refunded: financialInfo.total },
    };
    expect(receiptMail(refundedOrder, ORIGIN).text).not.toContain(delivery.ship.pending);
    expect(cancelledMail(refundedOrder, ORIGIN).text).toContain("Your money is on its way back");
  });

  test("the mail about a cancelled order whose dispute was lost says that the bank has returned the money", () => {
    const { financialInfo, createdAt: at } = shippedOrder;
    const { total } = financialInfo;
    const lostOrder = {
      ...shippedOrder,
      paymentStatus: "refunded" as const,
      financialInfo: { ...financialInfo, withdrawn: total },
      disputes: [
        {
          disputeId: "dp_1",
          status: "lost" as const,
          amount: total,
          withdrawn: total,
          reason: "fraudulent",
          at,
        },
      ],
    };
    const { text } = cancelledMail(lostOrder, ORIGIN);
    expect(text).toContain(RETURNED_BY_BANK);
    expect(text).not.toContain("on its way back");
  });

  describe("a mail about an order with refunded items", () => {
    const { createdAt: at, items } = shippedOrder;
    const orderWithRefunded = (lines: { line: number; quantity: number }[]) => ({
      ...shippedOrder,
      refunds: [{ refundId: "r", amount: 5, status: "succeeded" as const, reason: "", at, lines }],
    });
    const linesWithoutTickets = items.flatMap(({ category, quantity }, line) =>
      category === "ticket" ? [] : [{ line, quantity }],
    );

    test("lists what is sent or picked up, without the refunded items", () => {
      const order = orderWithRefunded([{ line: 0, quantity: items[0]?.quantity ?? 0 }]);
      for (const { text } of [completedMail(order, undefined, ORIGIN), readyMail(order, ORIGIN)]) {
        expect(text).not.toContain(items[0]?.name);
        expect(text).toContain(items[1]?.name);
      }
    });

    test("says that nothing is shipped if no item is left, unless the order has a tracking number", () => {
      const order = orderWithRefunded(linesWithoutTickets);
      const mail = completedMail(order, undefined, ORIGIN);
      expect(mail.text).toContain("there is nothing to ship");
      for (const content of [mail.text, visibleText(mail.html)])
        expect(content).not.toMatch(/sent it|on its way|Shipping address/);
      const tracking = "1Z999AA10123456784";
      expect(completedMail({ ...order, tracking }, tracking, ORIGIN).text).toContain("sent it");
    });
  });

  test("the mail about a second partial refund has its amount and the sum; a first or full refund has no sum", () => {
    expect(contentOf("refunded-part").text).toMatch(
      /Refunded now: \$12\.50\n[^$]*Order total: \$[\d.]+\nRefunded in total: \$37\.50/,
    );
    expect(contentOf("refunded").text).not.toContain("in total");
    const firstRefundMail = refundedMail(
      shippedOrder,
      { amount: 5, refunded: 5, at: shippedOrder.createdAt },
      ORIGIN,
    );
    expect(firstRefundMail.text).not.toContain("in total");
    expect(visibleText(firstRefundMail.html)).toContain("Partially refunded");
  });

  test("the mail about a refund of a chosen item and the shipping lists no other item", () => {
    const refund = { amount: 42, refunded: 42, at: shippedOrder.createdAt };
    const parts = { lines: [{ line: 0, quantity: 1 }], shipping: true };
    const { html, text } = refundedMail(shippedOrder, { ...refund, parts }, ORIGIN);
    const [firstName, secondName] = shippedOrder.items.map(({ name }) => name);
    for (const content of [visibleText(html), text]) {
      expect(content).toMatch(/This refund is for:[^]*And for the shipping\./);
      expect(content).toContain(firstName);
      expect(content).not.toContain(secondName);
    }
    const shippingOnly = refundedMail(shippedOrder, { ...refund, parts: { shipping: true } }, ORIGIN);
    expect(shippingOnly.text).toContain("This refund is for the shipping.");
  });

  test("the mail about a refund with shipping has a row for shipping, and its amounts add up to the refund", () => {
    const [tee, ...others] = shippedOrder.items;
    if (!tee) throw new Error("No line");
    const order = {
      ...shippedOrder,
      items: [
        { ...tee, quantity: 1, priceEach: 20, tax: 1.2 },
        ...others.map((item) => ({ ...item, tax: 0 })),
      ],
      financialInfo: { ...shippedOrder.financialInfo, shipping: 8, tax: 1.68 },
    };
    const parts = { lines: [{ line: 0, quantity: 1, tax: 1.2 }], shipping: true };
    const refund = { amount: 29.68, refunded: 29.68, at: order.createdAt, parts };
    expect(refundedMail(order, refund, ORIGIN).text).toContain(
      "Shipping: $8.00\nTax on this refund: $1.68\nRefunded now: $29.68",
    );
    const refundWithoutShipping = { ...refund, amount: 21.2, refunded: 21.2, parts: { lines: parts.lines } };
    expect(refundedMail(order, refundWithoutShipping, ORIGIN).text).not.toContain("Shipping:");
  });

  test("a receipt promises no delivery after a lost dispute over all of the order's own payment", () => {
    const { total } = shippedOrder.financialInfo;
    // `financialInfo.withdrawn` counts only disputes over the order's own payment, so undefined means a dispute over
    // a second payment.
    const textOf = (status: "open" | "lost", withdrawn: number | undefined) =>
      receiptMail(
        {
          ...shippedOrder,
          paymentStatus: "needs-attention",
          financialInfo: { ...shippedOrder.financialInfo, ...(withdrawn === undefined ? {} : { withdrawn }) },
          disputes: [
            {
              disputeId: "dp_1",
              status,
              amount: total,
              withdrawn: total,
              reason: "fraudulent",
              at: shippedOrder.createdAt,
            },
          ],
        },
        ORIGIN,
      ).text;
    expect(textOf("lost", total)).toContain("as your order stands now");
    expect(textOf("open", total)).toContain("Your payment has arrived");
    expect(textOf("lost", undefined)).toContain("Your payment has arrived");
  });

  test("the mail about an unfulfilled order that needs attention says whether its refund is complete", () => {
    const { total } = shippedOrder.financialInfo;
    const order = {
      ...shippedOrder,
      paymentStatus: "needs-attention" as const,
      unfulfilled: "sold-out" as const,
    };
    const textOf = (refunded: number) =>
      unfulfilledMail(
        { ...order, financialInfo: { ...order.financialInfo, refunded } },
        { why: "sold-out", amount: total },
        ORIGIN,
      ).text;
    expect(textOf(total)).toContain("was refunded to the payment method you used");
    expect(textOf(0)).toContain("goes back to the payment method you used");
    expect(textOf(20)).toContain(`Goes back to you: ${formatMoney(total - 20)}`);
  });

  describe("the mail about a refund of chosen items", () => {
    const [tee, ...others] = shippedOrder.items;
    if (!tee) throw new Error("No line");
    const order = {
      ...shippedOrder,
      items: [{ ...tee, quantity: 1, priceEach: 34, discount: 5.1, tax: 1.73 }, ...others],
    };
    const refundMailOf = (amount: number) => {
      const parts = { lines: [{ line: 0, quantity: 1, discount: 5.1, tax: 1.73 }] };
      return refundedMail(order, { amount, refunded: amount, at: order.createdAt, parts }, ORIGIN);
    };

    test("says what part of their price is paid back, and has the tax of this part only", () => {
      const { html, text } = refundMailOf(12.34);
      for (const content of [visibleText(html), text])
        expect(content).toContain("Paid back in part: $12.34 of $30.63, discount and tax included.");
      expect(text).toContain("Tax on this refund: $0.70\nRefunded now: $12.34");
    });

    test("mentions no part if the whole price is paid back", () => {
      const { text } = refundMailOf(30.63);
      expect(text).not.toContain("in part:");
      expect(text).toContain("Tax on this refund: $1.73\nRefunded now: $30.63");
    });

    test("names no tax if the refund is lower than its items' price because no more money is left", () => {
      // All the money that is left is refunded. How much of it is tax cannot be calculated from the items.
      const { text } = refundedMail(
        order,
        {
          amount: 12.34,
          refunded: order.financialInfo.total,
          at: order.createdAt,
          parts: { lines: [{ line: 0, quantity: 1, discount: 5.1, tax: 1.73 }] },
        },
        ORIGIN,
      );
      expect(text).toContain("Paid back in part: $12.34 of $30.63");
      expect(text).not.toContain("Tax on this refund");
    });
  });

  test.each<[issuesTickets: boolean | undefined, expectedText: string, unexpectedText: string]>([
    [true, admission.code, admission.list],
    [undefined, admission.list, admission.code],
  ])(
    "a mail about an order with a ticket says how its holder gets in (a stage with codes: %s)",
    (issuesTickets, expectedText, unexpectedText) => {
      const order = { ...ticketOrder, issuesTickets };
      for (const { text } of [
        receiptMail(order, ORIGIN),
        completedMail(order, undefined, ORIGIN),
        readyMail(order, ORIGIN),
      ]) {
        expect(text).toContain(expectedText);
        expect(text).not.toContain(unexpectedText);
      }
    },
  );

  test("the mail to the team has the phone number, and says who gets a reply", () => {
    expect(contentOf("team-notice").text).toMatch(/Phone: 502-555-0101[^]*Replies go to the customer/);
  });

  test("the receipt and the notice to the team of forty lines with the longest names are not cut off by Gmail", () => {
    const labels = { name: "N".repeat(120), size: "S".repeat(40), color: "C".repeat(40) };
    const items = Array.from({ length: 40 }, () =>
      shippedOrder.items.map((item) => ({ ...item, ...labels })),
    ).flat();
    const orderOfFortyLines = { ...longOrder, items: items.slice(0, 40) };
    for (const { html } of [receiptMail(orderOfFortyLines, ORIGIN), teamNotice(orderOfFortyLines, ORIGIN)])
      expect(Buffer.byteLength(html)).toBeLessThan(GMAIL_LIMIT_BYTES);
  });
});

test("the mail to the team about an order that its customer cancelled speaks of a refund only if something was paid", () => {
  const request = { requestId: "req_1", kind: "cancel", state: "accepted", text: "" } as const;
  const textFor = (total: number) => {
    const financialInfo = { ...shippedOrder.financialInfo, total };
    const cancellation = { ...request, at: shippedOrder.createdAt };
    return customerRequestMail({ ...shippedOrder, financialInfo }, cancellation, ORIGIN).text;
  };
  expect(textFor(20)).toContain("The refund was requested and the items are back on sale. Send nothing.");
  expect(textFor(0)).toContain("The items are back on sale. Send nothing.");
  expect(textFor(0)).not.toContain("refund");
});

// DynamoDB deletes expired items on a best-effort basis, typically within two days.
test("the mail that asks to confirm a request names a time for the deletion that is at least three days after the request's TTL", () => {
  const links = { endUrl: `${ORIGIN}/end`, confirmUrl: `${ORIGIN}/confirm` };
  const { text } = confirmRequestMail({ nameWithVariant: "Tee, M", ...links }, ORIGIN);
  expect(text).toContain("without the confirmation your address is deleted within a week");
  expect(CONFIRM_HOURS / 24 + 3).toBeLessThanOrEqual(7);
});

test("markup in any field is escaped", () => {
  const markup = `<img src=x onerror="alert(1)">`;
  const message = {
    user_name: markup,
    user_email: "a@example.com",
    subject: "other",
    message: markup,
  } as const;
  for (const { html } of [contentOf("receipt-markup"), contactMail(message, new Date(0), ORIGIN)]) {
    expect(html).not.toMatch(/<img src=x|<script|<b>|<style>\*/);
    expect(html).toContain("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;");
  }
});

test("the mail about a ticket that was sent to somebody else does not say that its reader bought the ticket", () => {
  const { text } = contentOf("ticket-moved");
  expect(text).toContain("You get this email because you had a ticket of");
  expect(text).not.toContain("bought");
});

test("the preview of a contact message does not end with half an emoji", () => {
  const contact = { user_name: "Ada", user_email: "ada@example.com", subject: "other" } as const;
  const previewOf = (message: string) =>
    /mso-hide:all">\s*(.*?)&#847;/.exec(contactMail({ ...contact, message }, new Date(0), ORIGIN).html)?.[1];
  expect(previewOf(`${"x".repeat(119)}🥃 neat`)).toBe("x".repeat(119));
  expect(previewOf(`${"x".repeat(118)}🥃 neat`)).toBe(`${"x".repeat(118)}🥃`);
});
