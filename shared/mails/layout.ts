/** The layout of every mail: text, and HTML with tables and inline styles for mail clients. */
import { Html, html } from "../html.ts";
import { address } from "../site/address-and-hours.ts";
import { brand } from "../site/brand.ts";
import { layoutTable, TABLE_ATTRIBUTES, type Block } from "./blocks.ts";
import { BORDER, brandColors, styleAttributes, styleSheets, type Tone } from "./theme.ts";
import type { MailContent } from "./mail.ts";

/** The status above the title: a label, often with an icon, in the colors of a tone. */
export type Badge = { tone: Extract<Tone, "good" | "warm" | "bad">; label: string };

type MailParts = {
  subject: string;
  title: string;
  /** The preview text that an inbox shows beside the subject. */
  preview: string;
  badge?: Badge | undefined;
  /** The shop's URL, without a slash at the end. */
  origin: string;
  /** Says why the reader gets this mail. */
  footer: string;
  /** The link to the page of the order that the mail is about. */
  orderLink?: string;
  /** The link to end the reader's consent to the newsletter. */
  newsletterLink?: string;
  /** Another link below the footer: a sentence, and the link's label. */
  footerLink?: FooterLink;
};
type FooterLink = { text: string; label: string; url: string };

/** The longest preview of a written message, in characters. */
const MAX_PREVIEW_LENGTH = 120;

/** The beginning of a message that a person wrote, in one line, for `preview`. */
export const previewOf = (message: string): string =>
  message
    .replaceAll(/\s+/g, " ")
    .slice(0, MAX_PREVIEW_LENGTH)
    // Removes the first half of a character that was cut, such as an emoji.
    .replace(/\p{Cs}$/u, "");

const ORDER_LABEL = "See or change your order";

const NEWSLETTER_TEXT = "You asked for news and offers by email.";
const NEWSLETTER_LABEL = "Stop news and offers";

const footerLinks = ({ orderLink, newsletterLink, footerLink }: MailParts): FooterLink[] => [
  ...(orderLink ? [{ text: "", label: ORDER_LABEL, url: orderLink }] : []),
  ...(newsletterLink ? [{ text: NEWSLETTER_TEXT, label: NEWSLETTER_LABEL, url: newsletterLink }] : []),
  ...(footerLink ? [footerLink] : []),
];

/** Blank characters that keep the body's text out of the inbox's preview. */
const PREVIEW_FILLER = new Html("&#847;&zwnj;&nbsp;".repeat(60));
// Outlook on Windows, which ignores max-width, gets a table of 600 px around the mail.
const OUTLOOK_TABLE_START = new Html(
  `<!--[if mso]><table ${TABLE_ATTRIBUTES} width="600" align="center"><tr><td><![endif]-->`,
);
const OUTLOOK_TABLE_END = new Html("<!--[if mso]></td></tr></table><![endif]-->");

/** A mail with the blocks below each other. Undefined blocks are left out. */
export function mail(parts: MailParts, optionalBlocks: readonly (Block | undefined)[]): MailContent {
  const blocks = optionalBlocks.filter((block) => block !== undefined);
  const qrCodes = blocks.flatMap(({ qrCode }) => qrCode ?? []);
  const footerLines = [
    parts.footer,
    ...footerLinks(parts).map(({ text, label, url }) => `${text} ${label}: ${url}`.trimStart()),
    `${brand.name}: ${brand.tagline}`,
    `${address.street}, ${address.city}, ${address.state} ${address.zip}`,
    parts.origin,
  ];
  return {
    subject: parts.subject,
    // Removes the template's indentation, because Gmail cuts off a mail above 102 KB.
    html: `<!doctype html>\n${page(parts, blocks).text.replaceAll(/\n\s*/g, "\n")}`,
    text: [parts.title, ...blocks.map(({ text }) => text), ["--", ...footerLines].join("\n")].join("\n\n"),
    ...(qrCodes.length > 0 ? { qrCodes } : {}),
  };
}

const page = (parts: MailParts, blocks: readonly Block[]): Html =>
  html`<html lang="en" dir="ltr">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
      <meta name="x-apple-disable-message-reformatting" />
      <title>${parts.title}</title>
      ${styleSheets.map((css) => new Html(`<style>${css}</style>`))}
    </head>
    <body
      ${styleAttributes("page", "sans", "margin:0;padding:0;-webkit-text-size-adjust:100%;text-size-adjust:100%")}
    >
      <div style="display:none;max-height:0;overflow:hidden;mso-hide:all">
        ${parts.preview}${PREVIEW_FILLER}
      </div>
      <div role="article" aria-roledescription="email" aria-label="${parts.title}" lang="en">
        <table ${layoutTable} width="100%" ${styleAttributes("page", "sans", "width:100%")}>
          <tr>
            <td align="center" class="frame" style="padding:32px 12px">
              ${OUTLOOK_TABLE_START}
              <table ${layoutTable} width="100%" ${styleAttributes("card", "sans", cardStyle)}>
                <tr>
                  <td class="pad head" style="${headStyle}">${brandLine(parts.origin)}</td>
                </tr>
                <tr>
                  <td class="pad" style="padding:36px 40px 20px">
                    ${badge(parts.badge)}
                    <h1 ${styleAttributes("ink", "serif", titleStyle, "title")}>${parts.title}</h1>
                  </td>
                </tr>
                ${blocks.map(
                  ({ html: inner }) =>
                    html`<tr>
                      <td class="pad" style="padding:0 40px 24px">${inner}</td>
                    </tr>`,
                )}
                <tr>
                  <td class="pad" style="padding:0 40px 32px">${footer(parts)}</td>
                </tr>
              </table>
              ${OUTLOOK_TABLE_END}
            </td>
          </tr>
        </table>
      </div>
    </body>
  </html>`;

const cardStyle =
  "width:100%;max-width:600px;border-width:1px;border-style:solid;border-radius:14px;border-collapse:separate;overflow:hidden";
const headStyle = `padding:18px 40px;background-color:${brandColors.headBackground};border-bottom:3px solid ${brandColors.accent};border-radius:13px 13px 0 0`;
const titleStyle = "margin:0;font-size:30px;line-height:1.2;font-weight:700;letter-spacing:-.01em";

const brandLine = (origin: string): Html =>
  html`<a
    href="${origin}/"
    style="font-family:Besley,Georgia,Times New Roman,serif;font-size:20px;line-height:44px;font-weight:700;color:${brandColors.headText};text-decoration:none"
    ><img
      src="${origin}/icon-192.png"
      width="44"
      height="44"
      alt=""
      style="display:inline-block;vertical-align:middle;border:0;margin-right:10px"
    /><span style="color:${brandColors.headText};vertical-align:middle">${brand.name}</span></a
  >`;

const badge = (content: MailParts["badge"]): Html | undefined =>
  content &&
  html`<p style="margin:0 0 14px">
    <span
      ${styleAttributes(content.tone, "sans", "display:inline-block;padding:4px 14px;border-radius:999px;font-size:14px;line-height:20px;font-weight:700")}
      >${content.label}</span
    >
  </p>`;

const footer = (parts: MailParts): Html =>
  html`<table
    ${layoutTable}
    width="100%"
    ${styleAttributes(BORDER, "sans", "width:100%;border-top-width:1px;border-top-style:solid")}
  >
    <tr>
      <td style="padding-top:20px">
        <p ${styleAttributes("soft", "sans", "margin:0 0 14px;font-size:14px;line-height:1.6")}>
          ${parts.footer}
        </p>
        ${footerLinks(parts).map(linkParagraph)}
        <p ${styleAttributes("faint", "sans", "margin:0;font-size:13px;line-height:1.6")}>
          <a href="${parts.origin}/" ${styleAttributes("link", "sans", "font-weight:600")}>${brand.name}</a>:
          ${brand.tagline}<br />
          ${address.street}, ${address.city}, ${address.state} ${address.zip}
        </p>
      </td>
    </tr>
  </table>`;

const linkParagraph = ({ text, label, url }: FooterLink): Html =>
  html`<p ${styleAttributes("soft", "sans", "margin:0 0 14px;font-size:14px;line-height:1.6")}>
    ${text}
    <a href="${url}" ${styleAttributes("link", "sans", "font-weight:600")}>${label}</a>
  </p>`;
