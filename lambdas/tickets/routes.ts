import { adminTicketsApi, ticketsApi } from "../../shared/api-tickets.ts";
import type { Limits } from "../../shared/limits.ts";
import { ticketMessages } from "../../shared/ticket-messages.ts";
import { AppError } from "../lib/errors.ts";
import { log } from "../lib/log.ts";
import { route, type AdminCheck, type Route } from "../lib/route.ts";
import { giveTickets, letIn, listTickets, sendTicketAgain, voidTicket } from "./admin-tickets.ts";
import { readTicketKeys } from "./keys.ts";
import { listEvents } from "./list-events.ts";
import { moveTicket } from "./move-ticket.ts";
import { tellOfChange } from "./tell-of-change.ts";
import { readTicketsByCodes } from "./read-tickets.ts";
import type { TicketMailSettings } from "./send-tickets.ts";

type Options = TicketMailSettings & {
  /** Undefined in a stage that issues no tickets. */
  secretArn: string | undefined;
  originSecretArn: string;
  limits: Limits;
};

const KEYS_CACHE = { "cache-control": "public, max-age=300" };

const ticketsOffError = (): AppError => new AppError(404, ticketMessages.off);

/** The settings of a stage that issues tickets. Throws 404 in a stage without tickets. */
function requireTicketSettings({ secretArn, ...options }: Options) {
  if (secretArn === undefined) throw ticketsOffError();
  return { ...options, secretArn };
}

/** The public endpoints of tickets. */
export const ticketRoutes = (options: Options): Route[] => [
  route(ticketsApi.listTicketKeys, async () => {
    const keys = options.secretArn === undefined ? [] : await readTicketKeys(options.secretArn);
    const output = {
      keys: keys.map(({ id, publicKey: key, notAfter }) => ({ id, key, ...(notAfter ? { notAfter } : {}) })),
    };
    return { output, headers: KEYS_CACHE };
  }),
  route(ticketsApi.readTickets, async ({ body, now }) => ({
    output: { tickets: await readTicketsByCodes(body.codes, requireTicketSettings(options).secretArn, now) },
  })),
  route(ticketsApi.moveTicket, async ({ body, ipAddress, now }) => ({
    output: await moveTicket(body, ipAddress, requireTicketSettings(options), now),
  })),
];

/** Logs who made a change, without the holder's name and address. */
const logChange = (change: string, ticketId: string, admin: string): void =>
  log.info(`A ticket was ${change}`, { ticketId, admin });

/** The endpoints of tickets for the back office. */
export const adminTicketRoutes = (options: Options, checkSession: AdminCheck): Route[] => [
  route(adminTicketsApi.listEvents, async ({ now }) => {
    const isOn = options.secretArn !== undefined;
    return { output: { isOn, events: isOn ? await listEvents(now) : [] } };
  }),
  route(adminTicketsApi.listTickets, async ({ params, query }) => {
    requireTicketSettings(options);
    return { output: await listTickets(params.id, query.cursor) };
  }),
  route(
    adminTicketsApi.giveTickets,
    async ({ params, body, admin, now }) => {
      const settings = requireTicketSettings(options);
      const tickets = await giveTickets(params.id, body, { admin, settings, now });
      for (const { ticketId } of tickets) logChange("given away", ticketId, admin);
      return { output: { tickets } };
    },
    checkSession,
  ),
  route(
    adminTicketsApi.voidTicket,
    async ({ params, admin, now }) => {
      requireTicketSettings(options);
      const output = await voidTicket(params.id, now);
      logChange("made void", params.id, admin);
      return { output };
    },
    checkSession,
  ),
  route(
    adminTicketsApi.sendTicket,
    async ({ params, admin, now }) => {
      const output = await sendTicketAgain(params.id, { settings: requireTicketSettings(options), now });
      logChange("sent again", params.id, admin);
      return { output };
    },
    checkSession,
  ),
  route(
    adminTicketsApi.tellOfChange,
    async ({ body, admin }) => {
      const mailedCount = await tellOfChange(body.ticketIds, { settings: requireTicketSettings(options) });
      log.info("Holders were told of a change of their event", { tickets: mailedCount, admin });
      return { output: { told: mailedCount } };
    },
    checkSession,
  ),
  route(
    adminTicketsApi.letIn,
    async ({ params, body, admin, now }) => {
      requireTicketSettings(options);
      const output = await letIn(params.id, body.id, { admin, now });
      logChange("let in by hand", params.id, admin);
      return { output };
    },
    checkSession,
  ),
];
