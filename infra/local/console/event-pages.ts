import { html, type Html } from "../../../shared/html.ts";
import { badge, buttons, details, lead, page, row, MAX_ROWS, table, time } from "./layout.ts";
import { BASE, type ConsoleSources } from "./sources.ts";

export function eventsPage({ buses }: ConsoleSources): Html {
  const rows = buses
    .events()
    .toReversed()
    .slice(0, MAX_ROWS)
    .map(({ at, source, detailType, detail }) =>
      row(time(at), badge(source === "shop.orders" ? "warn" : "", source), {
        wide: details(detailType, detail),
      }),
    );
  const replayForm = html`<form class="row" method="post" action="${BASE}/events/replay">
    <label>From <input class="control" type="datetime-local" name="from" step="1" required /></label>
    <label>To <input class="control" type="datetime-local" name="to" step="1" required /></label>
    <button class="button secondary">Replay the archive (UTC)</button>
  </form>`;
  return page(
    "events",
    "Events",
    table("Events, newest first", ["At", "Source", "Type and detail"], rows, "No event was published yet."),
    html`${lead("The events of all buses. A replay delivers the archived events of a period again.")}${replayForm}`,
  );
}

export function deadLettersPage({ queues }: ConsoleSources): Html {
  const deadLetters = queues.deadLetters();
  const rows = deadLetters.toReversed().map(({ at, queue, receiveCount, error, id, body }) => {
    const reason = error === undefined ? null : html`<p class="failure">${error}</p>`;
    return row(time(at), readableQueueName(queue), `${receiveCount} times`, {
      wide: html`${reason}${details(id, body)}`,
    });
  });
  const queueNames = [...new Set(deadLetters.map(({ queue }) => queue))];
  const redriveForm = buttons(
    "dead-letters/redrive",
    "queue",
    queueNames.map((queue) => [queue, `Redrive ${readableQueueName(queue)}`] as const),
  );
  const heads = ["At", "Queue", "Attempts", "Message"];
  return page(
    "dead-letters",
    "Dead letters",
    html`${queueNames.length > 0 ? redriveForm : null}
    ${table("Messages that failed too often, newest first", heads, rows, "There are no dead letters.")}`,
    lead("Messages that failed after all retries. Remove the cause, then redrive to deliver them again."),
  );
}

/** Makes a queue's generated name readable: `CheckoutSettleQueue9717F571` becomes `Checkout Settle Queue`. */
export const readableQueueName = (queue: string): string =>
  queue.replace(/[0-9A-F]{8}$/, "").replace(/(?<=[a-z])(?=[A-Z])/g, " ");
