import { afterEach } from "vitest";
import { stateOf, type Ticket } from "../../shared/tickets/ticket.ts";
import { openBackOffice } from "./back-office.ts";
import { openCheckoutDriver } from "./checkout-driver.ts";
import { eventInDays, stockUp, testProduct } from "./fixtures.ts";
import { advanceClock, openShop } from "./shop.ts";
import type { Mail } from "./ses-server.ts";
import { openTicketDriver } from "./ticket-driver.ts";

/** The code in the first link to a ticket in a mail; an empty text without a link. */
export const codeIn = (mail: Mail | undefined): string => /\/ticket#(\w+)/.exec(mail?.text ?? "")?.[1] ?? "";

/** A shop that sells the tickets of an event and a shirt, for one test file. After each test, mails and faults are reset. */
export async function openTicketShop() {
  const shop = await openShop();
  const driver = await openCheckoutDriver(shop);
  const office = await openBackOffice(shop);
  const ticketDriver = await openTicketDriver(shop, driver);
  const taping = testProduct({
    name: "Live Taping",
    category: "ticket",
    stock: 100,
    event: eventInDays(100),
  });
  const tee = testProduct({ stock: 100 });
  await stockUp(shop.table, taping, tee);
  afterEach(() => {
    shop.faults.mail = false;
    shop.payments.faults.set({ refunds: "normal" });
    shop.mails.length = 0;
  });
  /** Buys tickets, issues them, and clears the list of sent mails. */
  async function buyTickets(quantity: number, product = taping) {
    const purchase = await driver.buyAndPay([[product, quantity]]);
    const failedTypes = await ticketDriver.deliverOrderEvents(purchase.orderId);
    if (failedTypes.length > 0) throw new Error(`Failed events: ${failedTypes.join()}`);
    shop.mails.length = 0;
    return { ...purchase, tickets: await ticketDriver.ticketsOf(purchase.orderId) };
  }
  return {
    shop,
    driver,
    office,
    ticketDriver,
    taping,
    tee,
    buyTickets,
    buyTicket: async (product = taping): Promise<Ticket> => {
      const [ticket] = (await buyTickets(1, product)).tickets;
      if (!ticket) throw new Error("No ticket was issued");
      return ticket;
    },
    readTicketStates: async (orderId: string) => (await ticketDriver.ticketsOf(orderId)).map(stateOf),
    ticketMails: () => shop.mails.filter(({ tags }) => tags["kind"] === "tickets"),
    /**
     * Changes the secret that holds the keys for signing tickets, and moves the clock on until no function has the earlier value
     * in its cache.
     */
    replaceTicketKeys: (secretText: string): void => {
      shop.secrets.current["tickets"] = secretText;
      advanceClock(6 * 60_000);
    },
  };
}
