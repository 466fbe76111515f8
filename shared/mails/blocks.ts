/** The blocks of a mail. Each block has the same content as HTML and as text, except a QR code, which only HTML shows. */
import { Html, html } from "../html.ts";
import type { MailQrCode } from "./mail.ts";
import { brandColors, styleAttributes } from "./theme.ts";

export type Block = { html: Html; text: string; qrCode?: MailQrCode };

/** The attributes of a table that only arranges its content. */
export const TABLE_ATTRIBUTES = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
export const layoutTable = new Html(TABLE_ATTRIBUTES);
export const fullWidthTable = new Html(`${TABLE_ATTRIBUTES} width="100%"`);
/** CSS that breaks words that are longer than the screen. */
export const BREAK_LONG_WORDS = "word-break:break-word;overflow-wrap:anywhere";
const textStyle = "margin:0;font-size:16px;line-height:1.6";
const labelStyle = "margin:0 0 4px;font-size:13px;line-height:1.5;font-weight:600";

export const paragraph = (content: string): Block => ({
  html: html`<p ${styleAttributes("soft", "sans", `${textStyle};${BREAK_LONG_WORDS}`)}>${content}</p>`,
  text: content,
});

/** A heading with a bulleted list; nothing if the list is empty. */
export const bulletList = (heading: string, items: readonly string[]): Block | undefined =>
  items.length === 0
    ? undefined
    : {
        html: html`<h2 ${styleAttributes("ink", "sans", "margin:0 0 8px;font-size:16px;line-height:1.5")}>
            ${heading}
          </h2>
          <ul
            ${styleAttributes("soft", "sans", "margin:0;padding:0 0 0 20px;font-size:15px;line-height:1.6")}
          >
            ${items.map((item) => html`<li style="margin:0 0 4px">${item}</li>`)}
          </ul>`,
        text: [heading, ...items.map((item) => `- ${item}`)].join("\n"),
      };

/** A value to copy, such as a tracking number. */
export const highlight = (name: string, value: string): Block => ({
  html: html`<table ${fullWidthTable} style="border-collapse:separate">
    <tr>
      <td ${styleAttributes("sunk", "sans", "padding:16px 20px;border-radius:8px")}>
        <p ${styleAttributes("faint", "sans", labelStyle)}>${name}</p>
        <p
          ${styleAttributes("ink", "mono", `margin:0;font-size:18px;line-height:1.4;font-weight:600;${BREAK_LONG_WORDS}`)}
        >
          ${value}
        </p>
      </td>
    </tr>
  </table>`,
  text: `${name}: ${value}`,
});

export const button = (label: string, url: string): Block => ({
  html: html`<table ${layoutTable}>
    <tr>
      <td style="background-color:${brandColors.accent};border-radius:8px">
        <a
          href="${url}"
          style="display:inline-block;padding:13px 24px;font-family:Hanken Grotesk,-apple-system,Segoe UI,Helvetica,Arial,sans-serif;font-size:16px;line-height:20px;font-weight:700;color:${brandColors.onAccent};text-decoration:none;border-radius:8px"
          ><span style="color:${brandColors.onAccent}">${label}</span></a
        >
      </td>
    </tr>
  </table>`,
  text: `${label}: ${url}`,
});

/** A QR code on white, also in dark mode. The picture has a quiet zone. `alt` is shown by clients that block pictures. */
export const qrImage = ({ contentId }: MailQrCode, alt: string): Html =>
  html`<img
    src="cid:${contentId}"
    width="245"
    height="245"
    alt="${alt}"
    style="display:block;width:245px;height:245px;border:0;border-radius:8px;background-color:#FFFFFF;color:#1F1712;font-size:14px"
  />`;

/** A quoted message, with its line breaks. */
export const quote = (content: string): Block => ({
  html: html`<table ${fullWidthTable} style="border-collapse:separate">
    <tr>
      <td
        ${styleAttributes("sunk", "sans", `padding:18px 20px;border-left:4px solid ${brandColors.accent};border-radius:0 8px 8px 0`)}
      >
        <p ${styleAttributes("ink", "sans", `${textStyle};${BREAK_LONG_WORDS}`)}>
          ${content.split(/\r?\n/).map((line, i) => (i === 0 ? html`${line}` : html`<br />${line}`))}
        </p>
      </td>
    </tr>
  </table>`,
  text: content,
});

export type DescriptionItem = { name: string; lines: readonly (string | undefined)[]; isMono?: boolean };

const linesOf = ({ lines }: DescriptionItem): string[] => lines.flatMap((line) => line || []);

const itemHtml = (item: DescriptionItem): Html => {
  const [font, size] = item.isMono ? (["mono", "12.5px"] as const) : (["sans", "15px"] as const);
  return html`<p ${styleAttributes("faint", "sans", labelStyle)}>${item.name}</p>
    <p ${styleAttributes("ink", font, `margin:0;font-size:${size};line-height:1.55;${BREAK_LONG_WORDS}`)}>
      ${linesOf(item).map((line, i) => (i === 0 ? html`${line}` : html`<br />${line}`))}
    </p>`;
};

const itemText = (item: DescriptionItem): string => {
  const lines = linesOf(item);
  return lines.length > 1
    ? [`${item.name}:`, ...lines.map((line) => `  ${line}`)].join("\n")
    : `${item.name}: ${lines[0] ?? ""}`;
};

/** Names and values in two columns; in one column on a phone. */
export function descriptionList(optionalItems: readonly (DescriptionItem | undefined)[]): Block {
  const items = optionalItems.filter((item) => item !== undefined);
  const rows = items.flatMap((left, i) => (i % 2 === 0 ? [[left, items[i + 1]] as const] : []));
  // An empty cell would be a gap on a phone, so the last item of an odd number has a row of its own.
  const cell = (item: DescriptionItem, attributes: string, css: string): Html =>
    html`<td
      class="${item === items.at(-1) ? "stack end" : "stack"}"
      valign="top"
      ${new Html(attributes)}
      style="vertical-align:top;${css}"
    >
      ${itemHtml(item)}
    </td>`;
  return {
    html: html`<table ${fullWidthTable} style="width:100%;table-layout:fixed">
      ${rows.map(([left, right], i) => {
        const bottomPadding = i === rows.length - 1 ? "0" : "20px";
        return html`<tr>
          ${
            right
              ? [
                  cell(left, 'width="50%"', `width:50%;padding:0 20px ${bottomPadding} 0`),
                  cell(right, 'width="50%"', `width:50%;padding:0 0 ${bottomPadding} 0`),
                ]
              : cell(left, 'colspan="2"', "padding:0")
          }
        </tr>`;
      })}
    </table>`,
    text: items.map(itemText).join("\n"),
  };
}
