import { IncomingMessage } from "node:http";
import * as z from "zod/mini";
import { readBody } from "../../infra/local/util/http.ts";
import type { Handler } from "../../infra/local/util/local-server.ts";
import { settlingEvents } from "../../shared/stripe-events.ts";
import type { Random } from "./random.ts";

const PATH = "/api/webhooks/stripe";
/** The fraction of webhooks that never reach the shop. */
const LOST = 0.06;
/** The fraction of webhooks that the shop refuses once, so that Stripe sends them again. */
const LATE = 0.15;
const Event = z.object({ type: z.string() });
const isSubscribed = (body: Buffer): boolean => {
  const { type } = z.parse(Event, JSON.parse(body.toString()));
  return settlingEvents.some((name) => name === type);
};

/** The request with a body that was read. */
function requestWith(
  body: Buffer,
  { method = "", url = "", headers, socket }: IncomingMessage,
): IncomingMessage {
  const request = Object.assign(new IncomingMessage(socket), { method, url, headers, complete: true });
  request.push(body);
  request.push(null);
  return request;
}

/**
 * Loses webhooks for good, or refuses them, so that Stripe sends them again later. Like a real endpoint, the shop gets only
 * the types that it has subscribed to; the local stack sends all.
 */
export function createWebhookFaults(random: Random) {
  let isOn = false;
  const counts = { sent: 0, lost: 0, late: 0 };
  return {
    counts,
    set: (on: boolean): void => void (isOn = on),
    wrap:
      (handle: Handler): Handler =>
      async (req, res) => {
        if (req.method !== "POST" || req.url !== PATH) return handle(req, res);
        const body = await readBody(req);
        if (!isSubscribed(body)) return void res.writeHead(200).end();
        counts.sent++;
        const isLost = isOn && random.chance(LOST);
        if (!isLost && !(isOn && random.chance(LATE))) return handle(requestWith(body, req), res);
        counts[isLost ? "lost" : "late"]++;
        res.writeHead(isLost ? 200 : 503).end();
      },
  };
}
