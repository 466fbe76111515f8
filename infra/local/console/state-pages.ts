import { FaultState, isFaultOn } from "../faults.ts";
import { html, type Html } from "../../../shared/html.ts";
import { PAYMENT_ACTIONS } from "../stripe/actions.ts";
import { formatDollars } from "../stripe/errors.ts";
import type { SessionSummary } from "../stripe/stripe.ts";
import { badge, buttons, details, lead, page, row, MAX_ROWS, table, time } from "./layout.ts";
import { BASE, type ConsoleSources } from "./sources.ts";

const MAX_SEARCHED_ITEMS = 500;

export function paymentsPage({ payments }: ConsoleSources): Html {
  if (!payments)
    return page(
      "payments",
      "Payments",
      html`<p>Stripe itself is used: payments are in its own dashboard.</p>`,
    );
  const rows = payments
    .sessions()
    .toReversed()
    .slice(0, MAX_ROWS)
    .map((session) => {
      const { id, amount_total: cents, metadata, created } = session;
      return row(
        time(new Date(created * 1_000).toISOString()),
        html`<a class="mono" href="${BASE}/pay/${id}">${id.slice(0, 16)}…</a>`,
        stateBadge(session),
        html`<span class="mono">${cents === null ? "" : formatDollars(cents)}</span>`,
        { wide: details(Object.values(metadata ?? {}).join(", ") || "metadata", metadata) },
        buttons(
          `payments/${id}`,
          "action",
          payments.possibleActions(id).map((action) => [action, PAYMENT_ACTIONS[action]] as const),
        ),
      );
    });
  const heads = ["Made", "Session", "State", "Total", "Metadata", "Do"];
  return page(
    "payments",
    "Payments",
    table("Payment sessions, newest first", heads, rows, "There is no payment yet."),
    html`${lead("Stripe's simulator. The buttons do what a customer, a bank or Stripe would do, webhooks included.")}
    ${buttons("payouts", "action", [["pay-out", "Pay out the balance"]])}`,
  );
}

function stateBadge({ status, payment_status: paymentStatus }: SessionSummary): Html {
  if (paymentStatus === "paid") return badge("ok", "paid");
  if (status === "complete") return badge("warn", "not paid yet");
  return badge("", status ?? "unknown");
}

/** The items whose partition key contains the searched text, among the first items of the table. */
export async function tablePage(
  { table: { items: tableItems } }: ConsoleSources,
  query: URLSearchParams,
): Promise<Html> {
  const searchText = query.get("pk") ?? "";
  const { items, truncated } = await tableItems(MAX_SEARCHED_ITEMS);
  const matchingItems = items.map(withKeys).filter(({ pk }) => pk.includes(searchText));
  const rows = matchingItems
    .slice(0, MAX_ROWS)
    .map(({ pk, sk, item }) => row(html`<span class="mono">${pk}</span>`, { wide: details(sk, item) }));
  const searchForm = html`<form class="row" action="${BASE}/table" role="search">
    <label>Partition key <input class="control" type="search" name="pk" value="${searchText}" /></label>
    <button class="button secondary">Search</button>
  </form>`;
  const caption = `${matchingItems.length} items${truncated ? " among the first that were read" : ""}`;
  const itemTable = table(caption, ["pk", "sk and item"], rows, "No item has such a key.");
  return page("table", "Table", itemTable, searchForm);
}

function withKeys(item: Record<string, unknown>) {
  const { pk, sk } = item;
  return { pk: typeof pk === "string" ? pk : "", sk: typeof sk === "string" ? sk : "", item };
}

const FAULT_LABELS = {
  webhooks: ["Webhooks", "How Stripe delivers its events. 'held' keeps them back until another choice."],
  mail: ["Mail", "SES refuses every mail, or automatic replies only."],
  bounces: ["Mail comes back from", "Addresses, separated by commas."],
  complaints: ["Mail is marked as spam by", "Addresses, separated by commas."],
  stripe: ["Stripe", "The API refuses every call, or answers new payment pages and refunds wrongly."],
  refunds: ["Refunds", "The shop's refunds begin in this status; the payments' page settles or fails them."],
  bus: ["Event bus", "Events arrive twice, or three seconds late."],
  cognito: ["Cognito", "Every operation fails: nobody can sign in, and nobody's groups can be read."],
  table: ["Table", "DynamoDB throttles, refuses conflicting writes, stalls or is down."],
  tableDelayMs: ["Table's delay in ms", "Added to every call of the table."],
  limits: ["Limits", "The limits per client of production, which are lower than the local ones."],
} as const satisfies Record<keyof FaultState, readonly [name: string, effect: string]>;

/** A form with one control per fault, built from the schema that also validates the form. */
export function faultsPage({ faults }: ConsoleSources): Html {
  const state = faults.get();
  const names = Object.keys(FAULT_LABELS) as (keyof FaultState)[];
  const fields = names.map((name) => {
    const [title, effect] = FAULT_LABELS[name];
    return html`<label class="field card ${isFaultOn(state[name]) ? "on" : ""}">
      <b class="label">${title}</b> <small class="hint">${effect}</small> ${controlFor(name, state[name])}
    </label>`;
  });
  const form = html`${lead("Faults that the local stack causes on purpose, until it ends or you set them to normal.")}
    <form method="post" action="${BASE}/faults">
      <div class="cards faults">${fields}</div>
      <button class="button primary">Set the faults</button>
    </form>`;
  return page("faults", "Faults", html``, form);
}

function controlFor(name: keyof FaultState, value: string | number): Html {
  const schema = FaultState.shape[name].def.innerType;
  const input = html`class="control" name="${name}"`;
  if (typeof value === "number")
    return html`<input ${input} type="number" min="0" max="60000" value="${value}" />`;
  if (!("options" in schema))
    return html`<input ${input} value="${value}" autocomplete="off" spellcheck="false" />`;
  const options = schema.options.map(
    (option) => html`<option ${option === value ? html`selected` : null}>${option}</option>`,
  );
  return html`<select ${input}>
    ${options}
  </select>`;
}
