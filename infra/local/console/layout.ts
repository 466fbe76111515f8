import { formatDateTime } from "../../../shared/dates.ts";
import { brand } from "../../../shared/site/brand.ts";
import { html, type Html } from "../../../shared/html.ts";
import { parseJson } from "../util/parse.ts";
import { BASE } from "./sources.ts";

/** The largest number of rows that a list shows. */
export const MAX_ROWS = 200;

const PAGES = [
  ["", "Overview"],
  ["mails", "Mails"],
  ["previews", "Previews"],
  ["events", "Events"],
  ["payments", "Payments"],
  ["dead-letters", "Dead letters"],
  ["table", "Table"],
  ["faults", "Faults"],
] as const;
export type PagePath = (typeof PAGES)[number][0];

/** A link that looks like a button; `isCurrent` marks the link to what is shown. */
export const navLink = (url: string, label: Html | string, isCurrent: boolean): Html =>
  isCurrent
    ? html`<a class="button secondary" href="${url}" aria-current="page">${label}</a>`
    : html`<a class="button ghost" href="${url}">${label}</a>`;

/** A whole page in the shop's style. The caller's Content-Security-Policy must allow styles, fonts and images of the origin. */
export function documentOf(title: string, body: Html, head?: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} | ${brand.name}, local stack</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="${BASE}/console.css" />
        ${head}
      </head>
      <body>
        ${body}
      </body>
    </html>`;
}

/** A page of the console. The browser reloads `liveContent` every three seconds, `staticContent` never. */
export function page(path: PagePath, title: string, liveContent: Html, staticContent?: Html): Html {
  const links = PAGES.map(([to, label]) => html`<li>${navLink(`${BASE}/${to}`, label, to === path)}</li>`);
  const body = html`<a class="hidden" href="#main">Skip to the content</a>
    <header class="container">
      <p class="brand">
        <a href="/"><img src="/favicon.svg" width="36" height="36" alt="" />${brand.name}</a>
        <span class="badge warn">local stack</span>
      </p>
      <nav aria-label="Console">
        <ul class="tabs">
          ${links}
        </ul>
      </nav>
    </header>
    <main class="container page" id="main" tabindex="-1">
      <h1>${title}</h1>
      ${staticContent}
      <div id="live">${liveContent}</div>
    </main>`;
  return documentOf(title, body, html`<script type="module" src="${BASE}/console.js"></script>`);
}

/** The paragraph below a page's title. */
export const lead = (text: Html | string): Html => html`<p class="lead">${text}</p>`;

/** One row of a table. The widest cell is passed as `{ wide }`. */
export function row(...cells: (Html | string | { wide: Html })[]): Html {
  const cell = (content: (typeof cells)[number]) =>
    typeof content === "object" && "wide" in content
      ? html`<td class="wide">${content.wide}</td>`
      : html`<td>${content}</td>`;
  return html`<tr>
    ${cells.map(cell)}
  </tr>`;
}

/** A table with a caption, or the text `empty` if there are no rows. */
export function table(caption: string, heads: readonly string[], rows: readonly Html[], empty: string): Html {
  if (rows.length === 0)
    return html`<p class="empty card"><img src="/favicon.svg" width="56" height="56" alt="" />${empty}</p>`;
  return html`<div class="scroll card" tabindex="0" role="region" aria-label="${caption}">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

type Choice = readonly [value: string, label: string];
/** A form with one button for each choice. A button posts its value as `field`. */
export function buttons(action: string, field: string, choices: readonly Choice[]): Html {
  const button = ([value, label]: Choice) =>
    html`<button class="button secondary" name="${field}" value="${value}">${label}</button>`;
  return html`<form class="row" method="post" action="${BASE}/${action}">${choices.map(button)}</form>`;
}

/** Names and values. An entry whose value is `""` is left out. */
export const definitionList = (...entries: [name: string, value: Html | string][]): Html =>
  html`<dl>
    ${entries.map(([name, value]) =>
      value === ""
        ? null
        : html`<dt>${name}</dt>
            <dd>${value}</dd>`,
    )}
  </dl>`;

/** Day and time in UTC. The attributes have the whole timestamp. */
export function time(iso: string): Html {
  const [month, day] = formatDateTime(iso, "UTC").split(/[ ,]/);
  return html`<time datetime="${iso}" title="${iso}">${month} ${day}, ${iso.slice(11, 19)}</time>`;
}

export const badge = (tone: "ok" | "warn" | "danger" | "", word: string): Html =>
  html`<span class="badge ${tone}">${word}</span>`;

/** A summary that opens to show `value` as indented JSON. */
export function details(summary: string, value: unknown): Html {
  const json = typeof value === "string" ? (parseJson(value) ?? value) : value;
  const text = typeof json === "string" ? json : JSON.stringify(json, null, 2);
  return html`<details>
    <summary>${summary}</summary>
    <pre tabindex="0">${text}</pre>
  </details>`;
}
