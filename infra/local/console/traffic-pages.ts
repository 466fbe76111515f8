import { html, type Html } from "../kit/html.ts";
import { details, page, table, time } from "./layout.ts";
import { BASE, type ConsoleSources, type SeenMail } from "./sources.ts";

const SHOWN = 200;

/** How many of each there are, who may sign in, and where the functions write. */
export function overviewPage(sources: ConsoleSources): Html {
  const { admin } = sources;
  const broken = Object.entries(sources.faults.get()).filter(
    ([, value]) => value !== "normal" && value !== 0,
  );
  const counts = [
    ["mails", "mails sent", sources.mails().length],
    ["events", "events seen", sources.events().length],
    ["payments", "payments", sources.payments?.sessions().length ?? 0],
    ["dead-letters", "dead letters", sources.deadLetters().length],
    ["faults", "faults on", broken.length],
  ] as const;
  const cards = counts.map(
    ([path, label, count]) =>
      html`<li>
        <a href="${BASE}/${path}"><strong>${count}</strong> ${label}</a>
      </li>`,
  );
  const functions = sources.functions().map(
    ({ name, log }) =>
      html`<tr>
        <th scope="row">${name}</th>
        <td class="wide"><code>${log}</code></td>
      </tr>`,
  );
  const login =
    admin &&
    html`<h2>Sign in</h2>
      <dl>
        <dt>Back office</dt>
        <dd><a href="/admin">/admin</a></dd>
        <dt>E-mail</dt>
        <dd><code>${admin.email}</code></dd>
        <dt>Password</dt>
        <dd><code>${admin.password}</code></dd>
      </dl>`;
  const json = ["mails", "events", "payments", "dead-letters", "faults"].map(
    (name) => html`<li><a href="${BASE}/${name}.json">${BASE}/${name}.json</a></li>`,
  );
  return page(
    "",
    "Overview",
    html`<ul class="cards">
        ${cards}
      </ul>
      ${login}
      <h2>Functions</h2>
      ${table("Functions and their logs", ["Function", "Log"], functions, "No function runs.")}
      <h2>The same for programs</h2>
      <ul>
        ${json}
      </ul>`,
  );
}

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
          </td>
        </tr>`,
    );
  return page(
    "mails",
    "Mails",
    table("Mails, newest first", ["Sent", "To", "Subject"], rows, "No mail was sent yet."),
  );
}

/** One mail; its HTML is shown in a frame without any rights. */
export function mailPage(mail: SeenMail): Html {
  const frame = html`<h2>HTML</h2>
    <iframe sandbox title="The mail as its reader sees it" src="${BASE}/mails/${mail.id}/body"></iframe>`;
  return page(
    "mails",
    mail.subject,
    html`<dl>
        <dt>Sent</dt>
        <dd>${time(mail.at)}</dd>
        <dt>From</dt>
        <dd>${mail.from}</dd>
        <dt>To</dt>
        <dd>${mail.to.join(", ")}</dd>
        ${
          mail.replyTo === ""
            ? null
            : html`<dt>Reply to</dt>
                <dd>${mail.replyTo}</dd>`
        }
      </dl>
      ${mail.html === "" ? null : frame}
      <h2>Text</h2>
      <pre tabindex="0">${mail.text}</pre>`,
  );
}

export function eventsPage({ events }: ConsoleSources): Html {
  const rows = events()
    .toReversed()
    .slice(0, SHOWN)
    .map(
      (event) =>
        html`<tr>
          <td>${time(event.at)}</td>
          <td>${event.source}</td>
          <td class="wide">${details(event.detailType, event.detail)}</td>
        </tr>`,
    );
  const replay = html`<form class="row" method="post" action="${BASE}/events/replay">
    <label>From <input type="datetime-local" name="from" step="1" required /></label>
    <label>To <input type="datetime-local" name="to" step="1" required /></label>
    <button type="submit">Replay the archive (UTC)</button>
  </form>`;
  const seen = table(
    "Events, newest first",
    ["At", "Source", "Type and detail"],
    rows,
    "Nothing happened yet.",
  );
  return page("events", "Events", seen, replay);
}

export function deadLettersPage({ deadLetters }: ConsoleSources): Html {
  const letters = deadLetters();
  const rows = letters.toReversed().map(
    (letter) =>
      html`<tr>
        <td>${time(letter.at)}</td>
        <td>${letter.queue}</td>
        <td>${letter.receiveCount}</td>
        <td class="wide">
          ${letter.error === undefined ? null : html`<p class="bad">${letter.error}</p>`}
          ${details(letter.id, letter.body)}
        </td>
      </tr>`,
  );
  const queues = [...new Set(letters.map(({ queue }) => queue))];
  const buttons = queues.map(
    (queue) => html`<button type="submit" name="queue" value="${queue}">Redrive ${queue}</button>`,
  );
  const redrive = html`<form class="buttons" method="post" action="${BASE}/dead-letters/redrive">
    ${buttons}
  </form>`;
  const heads = ["At", "Queue", "Attempts", "Message"];
  return page(
    "dead-letters",
    "Dead letters",
    html`${redrive}${table("Messages that failed too often, newest first", heads, rows, "No message was given up.")}`,
  );
}
