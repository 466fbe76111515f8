import { html, type Html } from "../util/html.ts";
import { isOn } from "../faults.ts";
import { details, page, pill, table, time } from "./layout.ts";
import { BASE, type ConsoleSources } from "./sources.ts";

const SHOWN = 200;
/** Where a number above 0 means that something is wrong. */
const ALARMING = new Set<string>(["dead-letters", "faults"]);

const PREFIX = /^bourbon-vipers-local-/;

/** How many of each there are, who may sign in, and where the functions write. */
export function overviewPage(sources: ConsoleSources): Html {
  const { admin } = sources;
  const broken = Object.values(sources.faults.get()).filter(isOn);
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
        <a class="${ALARMING.has(path) && count > 0 ? "alarm" : ""}" href="${BASE}/${path}"
          ><strong>${count}</strong> ${label}</a
        >
      </li>`,
  );
  const functions = sources.functions().map(
    ({ name, log }) =>
      html`<tr>
        <th scope="row">${name.replace(PREFIX, "")}</th>
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

export function eventsPage({ events }: ConsoleSources): Html {
  const rows = events()
    .toReversed()
    .slice(0, SHOWN)
    .map(
      (event) =>
        html`<tr>
          <td>${time(event.at)}</td>
          <td>${pill(event.source === "shop.orders" ? "warm" : "plain", event.source)}</td>
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
  const lead = html`<p class="lead">
    What was on the buses. A replay brings the archive's events once more.
  </p>`;
  return page("events", "Events", seen, html`${lead}${replay}`);
}

export function deadLettersPage({ deadLetters }: ConsoleSources): Html {
  const letters = deadLetters();
  const rows = letters.toReversed().map(
    (letter) =>
      html`<tr>
        <td>${time(letter.at)}</td>
        <td>${readable(letter.queue)}</td>
        <td>${letter.receiveCount} times</td>
        <td class="wide">
          ${letter.error === undefined ? null : html`<p class="bad">${letter.error}</p>`}
          ${details(letter.id, letter.body)}
        </td>
      </tr>`,
  );
  const queues = [...new Set(letters.map(({ queue }) => queue))];
  const buttons = queues.map(
    (queue) => html`<button type="submit" name="queue" value="${queue}">Redrive ${readable(queue)}</button>`,
  );
  const redrive = html`<form class="buttons" method="post" action="${BASE}/dead-letters/redrive">
    ${buttons}
  </form>`;
  const heads = ["At", "Queue", "Attempts", "Message"];
  return page(
    "dead-letters",
    "Dead letters",
    html`${letters.length > 0 ? redrive : null}${table("Messages that failed too often, newest first", heads, rows, "No message was given up.")}`,
    html`<p class="lead">
      What a function failed on, time and again for hours. Mend the cause, then redrive: it is handled once.
    </p>`,
  );
}

/** `Letters Order Email` of `LettersOrderEmailDeadLetters9717F571`. */
const readable = (queue: string): string =>
  queue.replace(/(DeadLetters)?[0-9A-F]{8}$/, "").replace(/(?<=[a-z])(?=[A-Z])/g, " ");
