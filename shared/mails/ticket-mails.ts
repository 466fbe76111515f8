/** Mails about tickets. */
import { calendarPath } from "../calendar-path.ts";
import { eventDetails } from "../event-details.ts";
import { eventLine } from "../event-text.ts";
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import { brand } from "../site/brand.ts";
import { ticketPath } from "../tickets/ticket-path.ts";
import { formatShortCode } from "../tickets/ticket-code.ts";
import type { Ticket, VoidReason } from "../tickets/ticket.ts";
import { button, BREAK_LONG_WORDS, fullWidthTable, paragraph, qrImage, type Block } from "./blocks.ts";
import { mail } from "./layout.ts";
import type { MailContent } from "./mail.ts";
import { styleAttributes } from "./theme.ts";

export type MailedTicket = Pick<
  Ticket,
  "ticketId" | "productId" | "name" | "event" | "n" | "of" | "holder" | "sentBy" | "code" | "shortCode"
>;

const ticketNumberText = ({ n, of }: MailedTicket): string => `Ticket ${n} of ${of}`;

const link = (url: string, label: string): Html =>
  html`<a href="${url}" ${styleAttributes("link", "sans", "font-size:15px;font-weight:600")}>${label}</a>`;

const textLine = (text: string, tone: "ink" | "faint", css: string): Html => {
  const style = `margin:0 0 4px;line-height:1.5;${BREAK_LONG_WORDS};${css}`;
  return html`<p ${styleAttributes(tone, "sans", style)}>${text}</p>`;
};

/** When and where the event is, one line each. */
const factsOf = ({ event }: MailedTicket): string[] =>
  event
    ? [
        eventLine(event),
        ...eventDetails(event).flatMap(({ label, lines }) => {
          if (label === "Doors") return [`Doors: ${lines.join(", ")}`];
          return label === "Venue" ? [lines.slice(1).join(", ")] : [];
        }),
      ]
    : [];

/** A ticket with its QR code, short code and links. */
function ticketBlock(ticket: MailedTicket, origin: string): Block {
  const { ticketId, name, holder, productId, event, code } = ticket;
  const qrCode = { contentId: ticketId, text: code };
  const shortCode = formatShortCode(ticket.shortCode);
  const url = origin + ticketPath([code]);
  const calendarUrl = event && origin + calendarPath(productId);
  const owner = holder === "" ? ticketNumberText(ticket) : `${ticketNumberText(ticket)} · ${holder}`;
  const facts = factsOf(ticket);
  return {
    html: html`<table ${fullWidthTable} style="border-collapse:separate">
      <tr>
        <td ${styleAttributes("sunk", "sans", "padding:20px;border-radius:8px")}>
          ${textLine(name, "ink", "font-size:18px;font-weight:700")}
          ${textLine(owner, "ink", "font-size:16px;font-weight:600")}
          ${facts.map((text) => textLine(text, "faint", "font-size:14px"))}
          <div style="padding:12px 0">${qrImage(qrCode, `QR code of this ticket. Code: ${shortCode}`)}</div>
          <p
            ${styleAttributes("ink", "mono", "margin:0 0 8px;font-size:18px;line-height:1.4;font-weight:600")}
          >
            Code: ${shortCode}
          </p>
          <p style="margin:0;line-height:32px">
            ${link(url, "Show this ticket")}
            ${calendarUrl === undefined ? undefined : html`<br />${link(calendarUrl, "Add to calendar")}`}
          </p>
        </td>
      </tr>
    </table>`,
    text: [
      `${name}: ${owner}`,
      ...facts,
      `Code: ${shortCode}`,
      `Show this ticket: ${url}`,
      ...(calendarUrl === undefined ? [] : [`Add to calendar: ${calendarUrl}`]),
    ].join("\n  "),
    qrCode,
  };
}

/** The most tickets in one link. A longer link would be too long for some mail clients. */
const MAX_TICKETS_IN_LINK = 10;

const allTicketsButton = (tickets: readonly MailedTicket[], origin: string): Block | undefined =>
  tickets.length > 1 && tickets.length <= MAX_TICKETS_IN_LINK
    ? button("Show all tickets", origin + ticketPath(tickets.map(({ code }) => code)))
    : undefined;

/**
 * bought: to the customer. given: to the guest, from an admin. moved: to the person to whom a ticket was sent. changed: to a
 * holder, after the facts of the event were changed.
 */
export type TicketsMailReason = "bought" | "given" | "moved" | "changed";

const SHOW_THE_CODE = "Show the code at the door, on a phone or on paper.";

/** The name of the person who sent a ticket; 'Somebody' if the name is unknown or was erased. */
const senderOf = ([ticket]: readonly MailedTicket[]): string => ticket?.sentBy || "Somebody";

const INTRODUCTION = {
  bought: () => `Thank you for your order. ${SHOW_THE_CODE}`,
  given: ({ length }) =>
    `${brand.name} gives you ${length === 1 ? "a ticket" : `${length} tickets`}. ${SHOW_THE_CODE}`,
  moved: (tickets) => `${senderOf(tickets)} has sent you this ticket. ${SHOW_THE_CODE}`,
  changed: () =>
    "The date or the place of your event has changed. Below is what holds now. Your codes stay the same: the code in an earlier mail, or on a printed ticket, is still valid.",
} as const satisfies Record<TicketsMailReason, (tickets: readonly MailedTicket[]) => string>;

const FOOTER = {
  formerHolder: `You get this email because you had a ticket of ${brand.name}. Anything wrong? Reply to it, and a person answers.`,
  changed: `You get this email because you have a ticket of ${brand.name}. Anything wrong, or does the new date not suit you? Reply to it, and a person answers.`,
  bought: `You get this email because you bought tickets from ${brand.name}. Anything wrong? Reply to it, and a person answers.`,
  given: `You get this email because ${brand.name} gives you tickets. Anything wrong? Reply to it, and a person answers.`,
  moved: `You get this email because somebody sent you a ticket of ${brand.name}. Anything wrong? Reply to it, and a person answers.`,
} as const satisfies Record<TicketsMailReason | "formerHolder", string>;

/** The mail with one or more tickets of one person. */
export function ticketsMail(
  tickets: readonly MailedTicket[],
  reason: TicketsMailReason,
  origin: string,
  orderLink?: string,
): MailContent {
  const ticketsTitle = tickets.length === 1 ? "Your ticket" : `Your ${tickets.length} tickets`;
  const title = reason === "changed" ? "Your event has changed" : ticketsTitle;
  const names = [...new Set(tickets.map(({ name }) => name))].join(", ");
  const eventLines = [...new Set(tickets.flatMap(({ event }) => (event ? [eventLine(event)] : [])))];
  return mail(
    {
      subject: `${title}: ${names} (${brand.name})`,
      title,
      preview: eventLines.join("; ") || INTRODUCTION[reason](tickets),
      origin,
      footer: FOOTER[reason],
      ...(orderLink === undefined ? {} : { orderLink }),
    },
    [
      paragraph(INTRODUCTION[reason](tickets)),
      paragraph("Each code lets one person in, once. Do not post it where others can copy it."),
      allTicketsButton(tickets, origin),
      ...tickets.map((ticket) => ticketBlock(ticket, origin)),
    ],
  );
}

/** The mail to the person who sent a ticket to somebody else. It does not name the new holder. */
export function ticketMovedMail(ticket: MailedTicket, origin: string): MailContent {
  const title = "Your ticket was sent to somebody else";
  return mail(
    {
      subject: `${title} (${brand.name})`,
      title,
      preview: `${ticketNumberText(ticket)}: ${ticket.name}`,
      origin,
      footer: FOOTER.formerHolder,
    },
    [
      paragraph(
        `${ticketNumberText(ticket)} for ${ticket.name} was sent to somebody else, who got a new code.`,
      ),
      paragraph("The code that you have is not valid any more."),
      paragraph("If this was not you, reply to this email at once."),
    ],
  );
}

const VOID_REASONS = {
  // The refund may still be on its way, or the bank may have returned the money.
  refunded: "It is no longer part of the order of the person who bought it.",
  cancelled: "The order of the person who bought it was cancelled.",
  "by-admin": `${brand.name} has taken it back.`,
} as const satisfies Record<VoidReason, string>;

/** The mail that a ticket is void, to a holder who is not the customer. */
export function ticketVoidMail(ticket: MailedTicket, why: VoidReason, origin: string): MailContent {
  const title = "Your ticket is not valid any more";
  const ticketText = `${ticketNumberText(ticket)} for ${ticket.name}`;
  return mail(
    {
      subject: `${title}: ${ticket.name} (${brand.name})`,
      title,
      preview: ticketText,
      origin,
      footer: FOOTER.formerHolder,
    },
    [
      paragraph(`${ticketText} is not valid any more. ${VOID_REASONS[why]}`),
      ...(ticket.event ? [paragraph(eventLine(ticket.event))] : []),
      paragraph(`The code ${formatShortCode(ticket.shortCode)} is refused at the door.`),
    ],
  );
}
