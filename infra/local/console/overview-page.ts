import { isOn } from "../faults.ts";
import { html, type Html } from "../util/html.ts";
import { page, row, table } from "./layout.ts";
import { BASE, type ConsoleSources } from "./sources.ts";

/** Shows numbers (mails, events, payments, dead letters, faults), the admin's sign-in, and function logs. */
export function overviewPage(sources: ConsoleSources): Html {
  const { admin } = sources;
  const faults = Object.values(sources.faults.get()).filter(isOn);
  const counts: [path: string, label: string, count: number, isAlarm?: boolean][] = [
    ["mails", "mails sent", sources.mails().length],
    ["events", "events seen", sources.events().length],
    ["payments", "payments", sources.payments?.sessions().length ?? 0],
    ["dead-letters", "dead letters", sources.deadLetters().length, true],
    ["faults", "faults on", faults.length, true],
  ];
  const cards = counts.map(([path, label, count, isAlarm = false]) => {
    const tone = isAlarm && count > 0 ? "alarm" : "";
    return html`<li>
      <a class="panel ${tone}" href="${BASE}/${path}"><strong>${count}</strong> ${label}</a>
    </li>`;
  });
  const functions = sources
    .functions()
    .map(({ name, log }) =>
      row(html`<b>${name.replace(/^bourbon-vipers-local-/, "")}</b>`, { wide: html`<code>${log}</code>` }),
    );
  const signIn =
    admin &&
    html`<h2>Sign in</h2>
      <dl>
        <dt>Back office</dt>
        <dd><a href="/admin">/admin</a></dd>
        <dt>Email</dt>
        <dd><code>${admin.email}</code></dd>
        <dt>Password</dt>
        <dd><code>${admin.password}</code></dd>
      </dl>`;
  const json = counts.map(([name]) => html`<li><a href="${BASE}/${name}.json">${BASE}/${name}.json</a></li>`);
  return page(
    "",
    "Overview",
    html`<ul class="cards">
        ${cards}
      </ul>
      ${signIn}
      <h2>Functions</h2>
      ${table("Functions and their logs", ["Function", "Log"], functions, "No function runs.")}
      <h2>The same for programs</h2>
      <ul>
        ${json}
      </ul>`,
  );
}
