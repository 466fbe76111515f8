import { html, type Html } from "../util/html.ts";
import { page, pill, table, time } from "./layout.ts";
import type { MailSample } from "./mail-samples.ts";
import { mailView, type Look } from "./mail-view.ts";
import { BASE, type ConsoleSources, type SeenMail } from "./sources.ts";

const SHOWN = 200;
const OUTCOMES = { bounce: "came back", complaint: "called spam" } as const;

const outcomeOf = ({ outcome }: SeenMail): Html | null => (outcome ? pill("bad", OUTCOMES[outcome]) : null);

export function mailsPage({ mails }: ConsoleSources): Html {
  const rows = mails()
    .toReversed()
    .slice(0, SHOWN)
    .map(
      (mail) =>
        html`<tr>
          <td>${time(mail.at)}</td>
          <td>${mail.to.join(", ")}</td>
          <td class="wide">
            <a href="${BASE}/mails/${mail.id}">${mail.subject === "" ? "(no subject)" : mail.subject}</a>
            ${outcomeOf(mail)}
          </td>
        </tr>`,
    );
  const lead = html`<p class="lead">
    What the shop has sent. <a href="${BASE}/previews">Previews</a> show every kind of mail, sent or not.
  </p>`;
  const list = table("Mails, newest first", ["Sent", "To", "Subject"], rows, "No mail was sent yet.");
  return page("mails", "Mails", list, lead);
}

const fact = (name: string, value: Html | string): Html | null =>
  value === ""
    ? null
    : html`<dt>${name}</dt>
        <dd>${value}</dd>`;

/** One mail that was sent. */
export function mailPage(mail: SeenMail, look: Look): Html {
  const url = `${BASE}/mails/${mail.id}`;
  const undeliver = html`<form class="buttons" method="post" action="${url}">
    <button type="submit" name="outcome" value="bounce">Let it come back</button>
    <button type="submit" name="outcome" value="complaint">Call it spam</button>
  </form>`;
  return page(
    "mails",
    mail.subject === "" ? "(no subject)" : mail.subject,
    html`<dl>
        ${fact("Sent", time(mail.at))} ${fact("From", mail.from)} ${fact("To", mail.to.join(", "))}
        ${fact("Reply to", mail.replyTo)} ${fact("State", outcomeOf(mail) ?? "arrived")}
      </dl>
      ${mail.outcome ? null : undeliver} ${mailView(url, look, mail.html !== "", mail.text)}`,
  );
}

/** Every kind of mail, and one of them as it would arrive; nothing has to be sent for it. */
export function previewPage(samples: readonly MailSample[], shown: MailSample, look: Look): Html {
  const query = new URLSearchParams(look).toString();
  const kinds = samples.map(
    ({ id, kind, label }) =>
      html`<li>
        <a href="${BASE}/previews/${id}?${query}" ${id === shown.id ? html`aria-current="page"` : null}
          >${label} <small>${kind}</small></a
        >
      </li>`,
  );
  const { subject, text } = shown.content;
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
        <dl>
          ${fact("Subject", subject)} ${fact("From", shown.from)} ${fact("To", shown.to)}
          ${fact("Reply to", shown.replyTo)} ${fact("Tag", html`<code>kind=${shown.kind}</code>`)}
          ${fact("Size", `${Math.ceil(Buffer.byteLength(shown.content.html) / 1000)} KB; Gmail cuts at 102`)}
        </dl>
        ${mailView(`${BASE}/previews/${shown.id}`, look, true, text)}
      </section>
    </div>`,
    html`<p class="lead">
      Every mail that the shop writes, made by the functions' own code of sample orders.
    </p>`,
  );
}
