/** The mails about an order's page: its link with a code, a request of the customer, and the team's answer. */
import { noDeliveryOf } from "../customer-promises.ts";
import { REQUEST_LABEL, type CustomerRequest } from "../customer-request.ts";
import { CODE_MINUTES } from "../order-link.ts";
import { orderNumberOf } from "../order-number.ts";
import { customerName } from "../order-summary.ts";
import type { Order } from "../order.ts";
import { brand } from "../site/brand.ts";
import { formatCustomerTime } from "../zoned-time.ts";
import { button, descriptionList, highlight, paragraph, quote } from "./blocks.ts";
import { mail, previewOf } from "./layout.ts";
import type { MailContent } from "./mail.ts";
import {
  customerFooter,
  greeting,
  orderButton,
  orderNumberBlock,
  orderNumberItem,
  type MailedOrder,
} from "./order-details.ts";

/** The link to the order's page, and the code that confirms the customer's address. `link` contains the code. */
export function orderLinkMail(
  order: MailedOrder,
  { code, link }: { code: string; link: string },
  origin: string,
): MailContent {
  const title = `Your order ${orderNumberOf(order)}`;
  return mail(
    {
      subject: `${title}: link and code ${code} (${brand.name})`,
      title,
      preview: `Your code is ${code}`,
      origin,
      footer: `Someone has asked for this email with your address and the number of your order. If it was not you, ignore it, and give the code to nobody.`,
    },
    [
      greeting(order),
      paragraph("Here is the page of your order: what you bought, where it is, and what you can change."),
      button("See your order", link),
      highlight("Code", code),
      paragraph(
        `The page asks for the code if it was opened with an older link. The code is valid for ${CODE_MINUTES} minutes.`,
      ),
    ],
  );
}

const TITLE_WHEN_DONE = {
  cancel: "Cancelled by the customer",
  address: "Address changed by the customer",
} as const;

/** What a request is called in the mail to the team. */
const titleOf = ({ kind, state }: CustomerRequest): string =>
  state === "open" || kind === "problem" ? REQUEST_LABEL[kind] : TITLE_WHEN_DONE[kind];

const TEAM_HINT = {
  cancel: "The order is not packed yet. Cancel it or answer in the back office.",
  problem: "Answer it in the back office, so that the answer is kept with the order.",
  address: "Print the packing slip again. Shipping and tax stay, because the state is the same.",
} as const;
/** What the team is told of an order that its customer cancelled. Nothing of a free order is refunded. */
const cancelledHint = ({ financialInfo }: Order): string =>
  `${financialInfo.total > 0 ? "The refund was requested and the" : "The"} items are back on sale. Send nothing.`;

/** The mail to the team about a request of the customer. */
export function customerRequestMail(order: Order, request: CustomerRequest, origin: string): MailContent {
  const { orderId, billingInfo } = order;
  const title = titleOf(request);
  const isCancelled = request.kind === "cancel" && request.state !== "open";
  return mail(
    {
      subject: `${title}: ${orderNumberOf(order)}`,
      title,
      preview: previewOf(request.text) || orderNumberOf(order),
      badge: request.state === "open" ? { tone: "warm", label: "Waits for an answer" } : undefined,
      origin,
      footer: `Sent to the team of ${brand.name} when a customer uses the page of an order. Replies go to the customer.`,
    },
    [
      ...(request.text === "" ? [] : [quote(request.text)]),
      paragraph(isCancelled ? cancelledHint(order) : TEAM_HINT[request.kind]),
      button("Open the order", `${origin}/admin/dashboard?tab=orders&order=${orderId}`),
      descriptionList([
        orderNumberItem(order),
        { name: "At", lines: [formatCustomerTime(request.at)] },
        { name: "Customer", lines: [customerName(billingInfo), billingInfo?.email] },
      ]),
    ],
  );
}

const RECEIVED_TEXTS = {
  cancel: {
    title: "You have asked us to cancel your order",
    text: "We read your request, and answer it by email. Until then your order stays as it is.",
  },
  problem: {
    title: "We have your message",
    text: "A person reads it, and answers it by email.",
  },
  address: {
    title: "The address of your order was changed",
    text: "The address was changed on the page of your order. Was it not you? Reply to this email.",
  },
} as const;

/** The mail that confirms to the customer what was asked for on the order's page. */
export function requestReceivedMail(
  order: MailedOrder,
  { kind, text }: CustomerRequest,
  origin: string,
): MailContent {
  const receivedTexts = RECEIVED_TEXTS[kind];
  const isSentThere = kind === "address" && noDeliveryOf(order) === undefined;
  return mail(
    {
      subject: `${receivedTexts.title} (${brand.name})`,
      title: receivedTexts.title,
      preview: receivedTexts.text,
      origin,
      ...customerFooter(order),
    },
    [
      greeting(order),
      paragraph(receivedTexts.text),
      isSentThere ? paragraph("We send your order there.") : undefined,
      ...(text === "" ? [] : [quote(text)]),
      orderNumberBlock(order),
      orderButton(order),
    ],
  );
}

export function requestAnswerMail(
  order: MailedOrder,
  { kind, state, text, answer }: CustomerRequest,
  origin: string,
): MailContent {
  const isDeclined = kind === "cancel" && state === "declined";
  const title = isDeclined ? "Your order was not cancelled" : `About your order ${orderNumberOf(order)}`;
  return mail(
    {
      subject: `${title} (${brand.name})`,
      title,
      preview: previewOf(answer?.text ?? ""),
      origin,
      ...customerFooter(order),
    },
    [
      greeting(order),
      paragraph(
        isDeclined
          ? "You have asked us to cancel your order. We could not do it. This is why:"
          : "You have written to us about your order. This is our answer:",
      ),
      quote(answer?.text ?? ""),
      ...(text === "" ? [] : [descriptionList([{ name: "Your message", lines: text.split("\n") }])]),
      orderNumberBlock(order),
    ],
  );
}
