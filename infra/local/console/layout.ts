import { formatDateTime } from "../../../shared/dates.ts";
import { brand } from "../../../shared/site/brand.ts";
import { html, type Html } from "../util/html.ts";
import { BASE } from "./sources.ts";

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

/** A page of the console; `live` is asked for again every few seconds. */
export function page(path: PagePath, title: string, live: Html, still?: Html): Html {
  const link = ([target, label]: readonly [string, string]) =>
    html`<li>
      <a href="${BASE}/${target}" ${target === path ? html`aria-current="page"` : null}>${label}</a>
    </li>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} | ${brand.name}, local stack</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="${BASE}/console.css" />
        <script type="module" src="${BASE}/console.js"></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
          <p class="brand">
            <a href="/"><img src="/favicon.svg" width="36" height="36" alt="" />${brand.name}</a>
            <span>local stack</span>
          </p>
          <nav aria-label="Console">
            <ul>
              ${PAGES.map(link)}
            </ul>
          </nav>
        </header>
        <main id="main" tabindex="-1">
          <h1>${title}</h1>
          ${still ?? null}
          <div id="live">${live}</div>
        </main>
      </body>
    </html>`;
}

/** A table with a caption for who cannot see it, or a line that says there is nothing yet. */
export function table(caption: string, heads: readonly string[], rows: readonly Html[], empty: string): Html {
  if (rows.length === 0)
    return html`<p class="empty"><img src="/favicon.svg" width="56" height="56" alt="" />${empty}</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
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

/** Day and time of day (UTC) for people, the whole for machines. */
export function time(iso: string): Html {
  const [month, day] = formatDateTime(iso, "UTC").split(/[ ,]/);
  return html`<time datetime="${iso}" title="${iso}">${month} ${day}, ${iso.slice(11, 19)}</time>`;
}

/** A state as a word in a frame. */
export const pill = (tone: "good" | "warm" | "bad" | "plain", word: string): Html =>
  html`<span class="pill ${tone}">${word}</span>`;

/** A value as indented JSON behind a summary. */
export function details(summary: string, value: unknown): Html {
  const text = typeof value === "string" ? pretty(value) : JSON.stringify(value, null, 2);
  return html`<details>
    <summary>${summary}</summary>
    <pre tabindex="0">${text}</pre>
  </details>`;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
