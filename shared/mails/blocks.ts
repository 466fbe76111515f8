/** The blocks of a mail. Each block has the same content as HTML and as text. */
import type { Html } from "../html.ts";
import { Html as Safe, html } from "../html.ts";
import { look } from "./theme.ts";

export type Block = { html: Html; text: string };

export const presentation = new Safe(
  'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"',
);
/** CSS that breaks words that are longer than the screen. */
export const BREAK = "word-break:break-word;overflow-wrap:anywhere";
const textStyle = "margin:0;font-size:16px;line-height:1.6";
const labelStyle = "margin:0 0 4px;font-size:13px;line-height:1.5;font-weight:600";

export const paragraph = (content: string): Block => ({
  html: html`<p ${look("soft", "sans", `${textStyle};${BREAK}`)}>${content}</p>`,
  text: content,
});

/** A heading with a bulleted list; nothing if the list is empty. */
export const bulletList = (heading: string, items: readonly string[]): Block | undefined =>
  items.length === 0
    ? undefined
    : {
        html: html`<h2 ${look("ink", "sans", "margin:0 0 8px;font-size:16px;line-height:1.5")}>${heading}</h2>
          <ul ${look("soft", "sans", "margin:0;padding:0 0 0 20px;font-size:15px;line-height:1.6")}>
            ${items.map((point) => html`<li style="margin:0 0 4px">${point}</li>`)}
          </ul>`,
        text: [heading, ...items.map((point) => `- ${point}`)].join("\n"),
      };

/** A value to copy, such as a tracking number. */
export const highlight = (name: string, value: string): Block => ({
  html: html`<table ${presentation} style="border-collapse:separate">
    <tr>
      <td ${look("sunk", "sans", "padding:16px 20px;border-radius:8px")}>
        <p ${look("faint", "sans", labelStyle)}>${name}</p>
        <p ${look("ink", "mono", `margin:0;font-size:18px;line-height:1.4;font-weight:600;${BREAK}`)}>
          ${value}
        </p>
      </td>
    </tr>
  </table>`,
  text: `${name}: ${value}`,
});

/** A link as a button. */
export const button = (label: string, url: string): Block => ({
  html: html`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td style="background-color:#F2A73B;border-radius:8px">
        <a
          href="${url}"
          style="display:inline-block;padding:13px 24px;font-family:Hanken Grotesk,-apple-system,Segoe UI,Helvetica,Arial,sans-serif;font-size:16px;line-height:20px;font-weight:700;color:#0E0A08;text-decoration:none;border-radius:8px"
          ><span style="color:#0E0A08">${label}</span></a
        >
      </td>
    </tr>
  </table>`,
  text: `${label}: ${url}`,
});

/** A quoted message, with its line breaks. */
export const quote = (content: string): Block => ({
  html: html`<table ${presentation} style="border-collapse:separate">
    <tr>
      <td
        ${look("sunk", "sans", "padding:18px 20px;border-left:4px solid #F2A73B;border-radius:0 8px 8px 0")}
      >
        <p ${look("ink", "sans", `${textStyle};${BREAK}`)}>
          ${content.split(/\r?\n/).map((line, i) => (i === 0 ? html`${line}` : html`<br />${line}`))}
        </p>
      </td>
    </tr>
  </table>`,
  text: content,
});

export type Fact = { name: string; lines: readonly (string | undefined)[]; mono?: boolean };

const linesOf = ({ lines }: Fact): string[] => lines.flatMap((line) => line || []);

const fact = (content: Fact): Html => {
  const [font, size] = content.mono ? (["mono", "12.5px"] as const) : (["sans", "15px"] as const);
  return html`<p ${look("faint", "sans", labelStyle)}>${content.name}</p>
    <p ${look("ink", font, `margin:0;font-size:${size};line-height:1.55;${BREAK}`)}>
      ${linesOf(content).map((line, i) => (i === 0 ? html`${line}` : html`<br />${line}`))}
    </p>`;
};

const factText = (content: Fact): string => {
  const lines = linesOf(content);
  return lines.length > 1
    ? [`${content.name}:`, ...lines.map((line) => `  ${line}`)].join("\n")
    : `${content.name}: ${lines[0] ?? ""}`;
};

/** Names and values in two columns; in one column on a phone. */
export function facts(optionalFacts: readonly (Fact | undefined)[]): Block {
  const all = optionalFacts.filter((item) => item !== undefined);
  const rows = all.flatMap((left, i) => (i % 2 === 0 ? [[left, all[i + 1]] as const] : []));
  const cell = (content: Fact | undefined, css: string): Html =>
    html`<td class="stack" valign="top" width="50%" style="width:50%;vertical-align:top;${css}">
      ${content ? fact(content) : undefined}
    </td>`;
  return {
    html: html`<table ${presentation} style="width:100%;table-layout:fixed">
      ${rows.map(([left, right], i) => {
        const below = i === rows.length - 1 ? "0" : "20px";
        return html`<tr>
          ${cell(left, `padding:0 20px ${below} 0`)} ${cell(right, `padding:0 0 ${below} 0`)}
        </tr>`;
      })}
    </table>`,
    text: all.map(factText).join("\n"),
  };
}
