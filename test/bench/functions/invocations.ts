// The functions of `npm run bench:functions`, and an event for each run. An event is used once.
import type { TestTable } from "../../support/table.ts";
import { backInStockEvents } from "./invocations/back-in-stock.ts";
import { loadHandler, openBenchShop, type Handler } from "./invocations/bench-shop.ts";
import { catalogEvents } from "./invocations/catalog.ts";
import type { MakeEvent } from "./invocations/events.ts";
import { saleEvents } from "./invocations/sale.ts";
import { scheduleEvents } from "./invocations/schedules.ts";
import { ticketEvents } from "./invocations/tickets.ts";
import { webhookEvents } from "./invocations/webhooks.ts";

/** A function that is measured. `makeEvent` makes the event for one run. A name is `<function>` or `<function>: <case>`. */
export type Invocation = { name: string; handler: Handler; makeEvent: MakeEvent };

/** At least one invocation of each function that can run here. `stubUrl`: the stub, which also receives webhooks. */
export async function invocations(table: TestTable, stubUrl: string): Promise<Invocation[]> {
  const shop = await openBenchShop(table);
  const events = {
    ...scheduleEvents,
    ...catalogEvents(shop),
    ...(await saleEvents(shop)),
    ...(await ticketEvents(shop)),
    ...(await backInStockEvents(shop, table)),
    ...(await webhookEvents(shop, `${stubUrl}/hook`)),
  };
  const pendingInvocations = Object.entries(events).map(async ([name, makeEvent]) => ({
    name,
    handler: await loadHandler(name.replace(/:.*/, "")),
    makeEvent,
  }));
  return [
    ...(await Promise.all(pendingInvocations)),
    {
      name: "checkout-api: with a code and tax",
      handler: shop.checkoutApiWithTax,
      makeEvent: shop.requestWithCode,
    },
  ];
}
