import { html, type Html } from "../util/html.ts";
import { badge, buttons, currentIf, lead, page, row, SHOWN, table, time } from "./layout.ts";
import type { MailSample } from "./mail-samples.ts";
import { BASE, type ConsoleSources, type SeenMail } from "./sources.ts";

const OUTCOMES = { bounce: "bounced", complaint: "marked as spam" } as const;
const SCHEMES = [
  ["", "As the device"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const;
const WIDTHS = [
  ["", "Full width"],
  ["600", "600 px"],
  ["375", "375 px"],
] as const;

/** The color scheme and the width that a mail is shown in; `""` is the reader's own. */
export type Look = { scheme: string; width: string };

export const lookOf = (query: URLSearchParams): Look => ({
  scheme: query.get("scheme") ?? "",
  width: query.get("width") ?? "",
});

/** The mail as a device of this color scheme shows it, independent of the real device. */
export function inScheme(mail: string, scheme: string): string {
  if (scheme !== "light" && scheme !== "dark") return mail;
  return mail
    .replaceAll("(prefers-color-scheme:dark)", scheme === "dark" ? "(min-width:0)" : "(max-width:0)")
    .replaceAll(/(<meta name="(?:supported-)?color-schemes?" content=")[^"]*"/g, `$1${scheme}"`);
}

/** A mail's HTML in a sandboxed frame with links that change its look, and its text. `url` is the page's own. */
function mailView(url: string, look: Look, hasHtml: boolean, text: string): Html {
  const links = (name: keyof Look, label: string, choices: typeof SCHEMES | typeof WIDTHS) =>
    html`<div class="row" role="group" aria-label="${label}">
      ${choices.map(([value, words]) => {
        const query = new URLSearchParams({ ...look, [name]: value }).toString();
        const isCurrent = value === look[name];
        return html`<a
          class="button ${isCurrent ? "primary" : "secondary"}"
          href="${url}?${query}"
          ${currentIf(isCurrent)}
          >${words}</a
        >`;
      })}
    </div>`;
  const width = WIDTHS.find(([value]) => value !== "" && value === look.width)?.[0];
  const query = new URLSearchParams({ scheme: look.scheme }).toString();
  const frame = html`<div class="row">
      ${links("scheme", "Colours", SCHEMES)} ${links("width", "Width", WIDTHS)}
    </div>
    <iframe
      sandbox
      ${width === undefined ? null : html`width="${width}"`}
      title="The mail as its reader sees it"
      src="${url}/body?${query}"
    ></iframe>`;
  return html`${hasHtml ? frame : null}
    <h2>Text part</h2>
    <pre tabindex="0">${text}</pre>`;
}

const outcomeOf = ({ outcome }: SeenMail): Html | null =>
  outcome ? badge("danger", OUTCOMES[outcome]) : null;
const subjectOf = ({ subject }: SeenMail): string => (subject === "" ? "(no subject)" : subject);

export function mailsPage({ mails }: ConsoleSources): Html {
  const rows = mails()
    .toReversed()
    .slice(0, SHOWN)
    .map((mail) =>
      row(time(mail.at), mail.to.join(", "), {
        wide: html`<a href="${BASE}/mails/${mail.id}">${subjectOf(mail)}</a> ${outcomeOf(mail)}`,
      }),
    );
  const list = table("Mails, newest first", ["Sent", "To", "Subject"], rows, "No mail was sent yet.");
  const previews = html`<a href="${BASE}/previews">Previews</a> show every kind of mail, sent or not.`;
  return page("mails", "Mails", list, lead(html`What the shop has sent. ${previews}`));
}

const facts = (...list: [name: string, value: Html | string][]): Html =>
  html`<dl>
    ${list.map(([name, value]) =>
      value === ""
        ? null
        : html`<dt>${name}</dt>
            <dd>${value}</dd>`,
    )}
  </dl>`;

/** One mail that was sent. */
export function mailPage(mail: SeenMail, look: Look): Html {
  const report = buttons(`mails/${mail.id}`, "outcome", [
    ["bounce", "Bounce"],
    ["complaint", "Mark as spam"],
  ]);
  return page(
    "mails",
    subjectOf(mail),
    html`${facts(
      ["Sent", time(mail.at)],
      ["From", mail.from],
      ["To", mail.to.join(", ")],
      ["Reply to", mail.replyTo],
      ["State", outcomeOf(mail) ?? "arrived"],
    )}
    ${mail.outcome ? null : report} ${mailView(`${BASE}/mails/${mail.id}`, look, mail.html !== "", mail.text)}`,
  );
}

/** The list of every kind of mail, and one of them as it would arrive; none of them is sent. */
export function previewPage(samples: readonly MailSample[], shown: MailSample, look: Look): Html {
  const query = new URLSearchParams(look).toString();
  const kinds = samples.map(({ id, kind, label }) => {
    const url = `${BASE}/previews/${id}?${query}`;
    return html`<li>
      <a href="${url}" ${currentIf(id === shown.id)}>${label} <small>${kind}</small></a>
    </li>`;
  });
  const { subject, text, html: markup } = shown.content;
  return page(
    "previews",
    "Mail previews",
    html`<div class="preview">
      <nav aria-label="Kinds of mail">
        <ul class="kinds">
          ${kinds}
        </ul>
      </nav>
      <section aria-label="${shown.label}">
        ${facts(
          ["Subject", subject],
          ["From", shown.from],
          ["To", shown.to],
          ["Reply to", shown.replyTo],
          ["Tag", html`<code>kind=${shown.kind}</code>`],
          ["Size", `${Math.ceil(Buffer.byteLength(markup) / 1000)} KB; Gmail cuts at 102`],
        )}
        ${mailView(`${BASE}/previews/${shown.id}`, look, true, text)}
      </section>
    </div>`,
    lead("Every mail that the shop writes, made from sample orders by the code that the functions run."),
  );
}
