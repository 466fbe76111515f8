import { html, type Html } from "../util/html.ts";
import { ACTIONS } from "../stripe/actions.ts";
import { details, page, pill, table, time } from "./layout.ts";
import { BASE, type ConsoleSources, type SeenPayment } from "./sources.ts";

const SHOWN = 200;
const PAGE_SIZE = 50;
/** Items that the page of the table looks through. */
const READ = 500;

export function paymentsPage({ payments }: ConsoleSources): Html {
  if (!payments) {
    return page(
      "payments",
      "Payments",
      html`<p>Stripe itself is used: payments are in its own dashboard.</p>`,
    );
  }
  const rows = payments
    .sessions()
    .toReversed()
    .slice(0, SHOWN)
    .map((payment) => {
      const { id, amount_total: cents, metadata, created } = payment;
      return html`<tr>
        <td>${time(new Date(created * 1_000).toISOString())}</td>
        <td class="mono"><a href="${BASE}/pay/${id}">${id.slice(0, 16)}…</a></td>
        <td>${state(payment)}</td>
        <td class="mono">${cents === null ? "" : `$${(cents / 100).toFixed(2)}`}</td>
        <td class="wide">${details(Object.values(metadata ?? {}).join(", ") || "metadata", metadata)}</td>
        <td>
          <form class="buttons" method="post" action="${BASE}/payments/${id}">
            ${payments
              .possible(id)
              .map(
                (action) =>
                  html`<button type="submit" name="action" value="${action}">${ACTIONS[action]}</button>`,
              )}
          </form>
        </td>
      </tr>`;
    });
  const heads = ["Made", "Session", "State", "Total", "Metadata", "Do"];
  return page(
    "payments",
    "Payments",
    table("Payment sessions, newest first", heads, rows, "Nobody went to pay yet."),
    html`<p class="lead">
      Stripe's simulator. The buttons do what a customer, a bank or Stripe would do, webhooks included.
    </p>`,
  );
}

function state({ status, payment_status: paid }: SeenPayment): Html {
  if (paid === "paid") return pill("good", "paid");
  if (status === "complete") return pill("warm", "not paid yet");
  return pill("plain", status ?? "unknown");
}

/** Items whose partition key holds the text that was asked for, page by page. */
export async function tablePage({ tableItems }: ConsoleSources, query: URLSearchParams): Promise<Html> {
  const wanted = query.get("pk") ?? "";
  const number = Math.max(1, Number.parseInt(query.get("page") ?? "1", 10) || 1);
  const { items, truncated } = await tableItems(READ);
  const keyOf = (item: Record<string, unknown>, name: "pk" | "sk") => {
    const key = item[name];
    return typeof key === "string" ? key : "";
  };
  const found = items.filter((item) => keyOf(item, "pk").includes(wanted));
  const rows = found.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE).map(
    (item) =>
      html`<tr>
        <td class="mono">${keyOf(item, "pk")}</td>
        <td class="wide">${details(keyOf(item, "sk"), item)}</td>
      </tr>`,
  );
  const link = (to: number, label: string) =>
    html`<a href="${BASE}/table?${new URLSearchParams({ pk: wanted, page: String(to) }).toString()}"
      >${label}</a
    >`;
  const search = html`<form class="row" method="get" action="${BASE}/table" role="search">
    <label>Partition key <input type="search" name="pk" value="${wanted}" /></label>
    <button type="submit">Search</button>
  </form>`;
  const count = `${found.length} items${truncated ? " among the first that were read" : ""}`;
  return page(
    "table",
    "Table",
    html`${table(count, ["pk", "sk and item"], rows, "No item has such a key.")}
      <p class="buttons">
        ${number > 1 ? link(number - 1, "Previous page") : null}
        ${number * PAGE_SIZE < found.length ? link(number + 1, "Next page") : null}
      </p>`,
    search,
  );
}
