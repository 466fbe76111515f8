/** The blocks of a mail. Each is HTML and the same content as text. */
import type { Html } from "../html.ts";
import { Html as Safe, html } from "../html.ts";
import { look } from "./theme.ts";

export type Block = { html: Html; text: string };

export const presentation = new Safe(
  'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"',
);
/** Breaks words that are longer than the screen. */
export const BREAK = "word-break:break-word;overflow-wrap:anywhere";
const text = "margin:0;font-size:16px;line-height:1.6";
const label = "margin:0 0 4px;font-size:13px;line-height:1.5;font-weight:600";

export const paragraph = (words: string): Block => ({
  html: html`<p ${look("soft", "sans", `${text};${BREAK}`)}>${words}</p>`,
  text: words,
});

/** A heading with a bulleted list; nothing if the list is empty. */
export const points = (heading: string, words: readonly string[]): Block | undefined =>
  words.length === 0
    ? undefined
    : {
        html: html`<h2 ${look("ink", "sans", "margin:0 0 8px;font-size:16px;line-height:1.5")}>${heading}</h2>
          <ul ${look("soft", "sans", "margin:0;padding:0 0 0 20px;font-size:15px;line-height:1.6")}>
            ${words.map((point) => html`<li style="margin:0 0 4px">${point}</li>`)}
          </ul>`,
        text: [heading, ...words.map((point) => `- ${point}`)].join("\n"),
      };

/** A value to copy, such as a tracking number. */
export const highlight = (name: string, value: string): Block => ({
  html: html`<table ${presentation} style="border-collapse:separate">
    <tr>
      <td ${look("sunk", "sans", "padding:16px 20px;border-radius:8px")}>
        <p ${look("faint", "sans", label)}>${name}</p>
        <p ${look("ink", "mono", `margin:0;font-size:18px;line-height:1.4;font-weight:600;${BREAK}`)}>
          ${value}
        </p>
      </td>
    </tr>
  </table>`,
  text: `${name}: ${value}`,
});

/** A link as a button. */
export const button = (words: string, url: string): Block => ({
  html: html`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td style="background-color:#F2A73B;border-radius:8px">
        <a
          href="${url}"
          style="display:inline-block;padding:13px 24px;font-family:Hanken Grotesk,-apple-system,Segoe UI,Helvetica,Arial,sans-serif;font-size:16px;line-height:20px;font-weight:700;color:#0E0A08;text-decoration:none;border-radius:8px"
          ><span style="color:#0E0A08">${words}</span></a
        >
      </td>
    </tr>
  </table>`,
  text: `${words}: ${url}`,
});

/** A quoted message, with its line breaks. */
export const quote = (words: string): Block => ({
  html: html`<table ${presentation} style="border-collapse:separate">
    <tr>
      <td
        ${look("sunk", "sans", "padding:18px 20px;border-left:4px solid #F2A73B;border-radius:0 8px 8px 0")}
      >
        <p ${look("ink", "sans", `${text};${BREAK}`)}>
          ${words.split(/\r?\n/).map((line, i) => (i === 0 ? html`${line}` : html`<br />${line}`))}
        </p>
      </td>
    </tr>
  </table>`,
  text: words,
});

export type Fact = { name: string; lines: readonly (string | undefined)[]; mono?: boolean };

const linesOf = ({ lines }: Fact): string[] => lines.flatMap((line) => line || []);

const fact = (given: Fact): Html => {
  const [font, size] = given.mono ? (["mono", "12.5px"] as const) : (["sans", "15px"] as const);
  return html`<p ${look("faint", "sans", label)}>${given.name}</p>
    <p ${look("ink", font, `margin:0;font-size:${size};line-height:1.55;${BREAK}`)}>
      ${linesOf(given).map((line, i) => (i === 0 ? html`${line}` : html`<br />${line}`))}
    </p>`;
};

const factText = (given: Fact): string => {
  const shown = linesOf(given);
  return shown.length > 1
    ? [`${given.name}:`, ...shown.map((line) => `  ${line}`)].join("\n")
    : `${given.name}: ${shown[0] ?? ""}`;
};

/** Names and values in two columns; in one on a phone. */
export function facts(given: readonly (Fact | undefined)[]): Block {
  const all = given.filter((one) => one !== undefined);
  const rows = all.flatMap((left, i) => (i % 2 === 0 ? [[left, all[i + 1]] as const] : []));
  const cell = (one: Fact | undefined, css: string): Html =>
    html`<td class="stack" valign="top" width="50%" style="width:50%;vertical-align:top;${css}">
      ${one ? fact(one) : undefined}
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
