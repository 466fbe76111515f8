import { isFaultOn } from "../faults.ts";
import { html, type Html } from "../../../shared/html.ts";
import { fileOfFunction } from "../../names.ts";
import { definitionList, page, row, table } from "./layout.ts";
import { BASE, type ConsoleSources } from "./sources.ts";

export function overviewPage(sources: ConsoleSources): Html {
  const { admin } = sources;
  const counts: [path: string, singular: string, plural: string, count: number, isAlarm?: boolean][] = [
    ["mails", "mail sent", "mails sent", sources.ses.mails().length],
    ["events", "event seen", "events seen", sources.buses.events().length],
    ["payments", "payment", "payments", sources.payments?.sessions().length ?? 0],
    ["dead-letters", "dead letter", "dead letters", sources.queues.deadLetters().length, true],
    ["faults", "fault on", "faults on", Object.values(sources.faults.get()).filter(isFaultOn).length, true],
  ];
  const cards = counts.map(([path, singular, plural, count, isAlarm = false]) => {
    const tone = isAlarm && count > 0 ? "alarm" : "";
    const label = count === 1 ? singular : plural;
    return html`<li>
      <a class="card ${tone}" href="${BASE}/${path}"><strong>${count}</strong> ${label}</a>
    </li>`;
  });
  const functions = sources.functions.map(({ name, logPath }) =>
    row(html`<b>${fileOfFunction(name)}</b>`, { wide: html`<code>${logPath}</code>` }),
  );
  const json = counts.map(([name]) => html`<li><a href="${BASE}/${name}.json">${BASE}/${name}.json</a></li>`);
  return page(
    "",
    "Overview",
    html`<ul class="cards">
        ${cards}
      </ul>
      <h2>Sign in</h2>
      ${definitionList(
        ["Back office", html`<a href="/admin">/admin</a>`],
        ["Email", html`<code>${admin.email}</code>`],
        ["Password", html`<code>${admin.password}</code>`],
      )}
      <h2>Functions</h2>
      ${table("Functions and their logs", ["Function", "Log"], functions, "No function runs.")}
      <h2>The same for programs</h2>
      <ul>
        ${json}
      </ul>`,
  );
}
