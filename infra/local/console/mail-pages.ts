import { html, type Html } from "../../../shared/html.ts";
import { badge, buttons, navLink, definitionList, lead, page, row, MAX_ROWS, table, time } from "./layout.ts";
import type { MailSample } from "../../mail-samples/mail-samples.ts";
import type { Mail } from "../ses/mailbox.ts";
import { BASE, type ConsoleSources } from "./sources.ts";

const OUTCOME_LABELS = { bounce: "bounced", complaint: "marked as spam" } as const;
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

/** The color scheme and the width (px) in which a mail is shown; `""` means those of the browser. */
export type Display = { scheme: string; width: string };

export const displayOf = (query: URLSearchParams): Display => ({
  scheme: query.get("scheme") ?? "",
  width: query.get("width") ?? "",
});

/** The mail's markup, changed so that a browser shows `scheme`, whatever the device prefers. */
export function withColorScheme(mail: string, scheme: string): string {
  if (scheme !== "light" && scheme !== "dark") return mail;
  return mail
    .replaceAll("(prefers-color-scheme:dark)", scheme === "dark" ? "(min-width:0)" : "(max-width:0)")
    .replaceAll(/(<meta name="(?:supported-)?color-schemes?" content=")[^"]*"/g, `$1${scheme}"`);
}

type Picture = Omit<Mail["attachments"][number], "filename">;
/** The markup with each picture in place of its `cid:` address, which a browser cannot load. */
export const withPictures = (mail: string, pictures: readonly Picture[]): string =>
  mail.replace(/(?<=")cid:([^"]+)/g, (address, id: string) => {
    const picture = pictures.find(({ contentId }) => contentId === id);
    return picture ? `data:${picture.contentType};base64,${picture.content}` : address;
  });

/** A mail's HTML in a sandboxed frame, links that change `display`, and the text. `url` is the URL of this page. */
function mailView(url: string, display: Display, hasHtml: boolean, text: string): Html {
  const linkRow = (name: keyof Display, label: string, choices: typeof SCHEMES | typeof WIDTHS) =>
    html`<div class="row" role="group" aria-label="${label}">
      ${choices.map(([value, linkText]) => {
        const query = new URLSearchParams({ ...display, [name]: value }).toString();
        return navLink(`${url}?${query}`, linkText, value === display[name]);
      })}
    </div>`;
  const width = WIDTHS.find(([value]) => value !== "" && value === display.width)?.[0];
  const query = new URLSearchParams({ scheme: display.scheme }).toString();
  const frame = html`<div class="row">
      ${linkRow("scheme", "Colors", SCHEMES)} ${linkRow("width", "Width", WIDTHS)}
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

const outcomeBadge = ({ outcome }: Mail): Html | null =>
  outcome ? badge("danger", OUTCOME_LABELS[outcome]) : null;
const subjectOf = ({ subject }: Mail): string => (subject === "" ? "(no subject)" : subject);

export function mailsPage({ ses }: ConsoleSources): Html {
  const rows = ses
    .mails()
    .toReversed()
    .slice(0, MAX_ROWS)
    .map((mail) =>
      row(time(mail.at), mail.to.join(", "), {
        wide: html`<a href="${BASE}/mails/${mail.id}">${subjectOf(mail)}</a> ${outcomeBadge(mail)}`,
      }),
    );
  const mailTable = table("Mails, newest first", ["Sent", "To", "Subject"], rows, "No mail was sent yet.");
  const previews = html`<a href="${BASE}/previews">Previews</a> show every kind of mail, sent or not.`;
  return page("mails", "Mails", mailTable, lead(html`What the shop has sent. ${previews}`));
}

export function mailPage(mail: Mail, display: Display): Html {
  const outcomeButtons = buttons(`mails/${mail.id}`, "outcome", [
    ["bounce", "Bounce"],
    ["complaint", "Mark as spam"],
  ]);
  return page(
    "mails",
    subjectOf(mail),
    html`${definitionList(
      ["Sent", time(mail.at)],
      ["From", mail.from],
      ["To", mail.to.join(", ")],
      ["Reply to", mail.replyTo],
      ["State", outcomeBadge(mail) ?? "arrived"],
    )}
    ${mail.outcome ? null : outcomeButtons}
    ${mailView(`${BASE}/mails/${mail.id}`, display, mail.html !== "", mail.text)}`,
  );
}

/** The list of all sample mails, and the selected mail as a reader would see it. No sample is ever sent. */
export function previewPage(samples: readonly MailSample[], selected: MailSample, display: Display): Html {
  const query = new URLSearchParams(display).toString();
  const sampleLinks = samples.map(({ id, kind, label }) => {
    const url = `${BASE}/previews/${id}?${query}`;
    return html`<li>${navLink(url, html`${label} <small>${kind}</small>`, id === selected.id)}</li>`;
  });
  const { subject, text, html: markup } = selected.content;
  return page(
    "previews",
    "Mail previews",
    html`<div class="preview">
      <nav aria-label="Kinds of mail">
        <ul class="kinds">
          ${sampleLinks}
        </ul>
      </nav>
      <section aria-label="${selected.label}">
        ${definitionList(
          ["Subject", subject],
          ["From", selected.from],
          ["To", selected.to],
          ["Reply to", selected.replyTo],
          ["Tag", html`<code>kind=${selected.kind}</code>`],
          ["Size", `${Math.ceil(Buffer.byteLength(markup) / 1000)} KB; Gmail cuts at 102`],
        )}
        ${mailView(`${BASE}/previews/${selected.id}`, display, true, text)}
      </section>
    </div>`,
    lead("Every kind of mail that the shop writes, made from samples by the code that the functions run."),
  );
}
