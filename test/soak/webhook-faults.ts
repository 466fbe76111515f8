import { IncomingMessage } from "node:http";
import * as z from "zod/mini";
import { readBody } from "../../infra/local/util/http.ts";
import type { Handler } from "../../infra/local/util/local-server.ts";
import { settlingEvents } from "../../shared/stripe-events.ts";
import type { Random } from "./random.ts";

const WEBHOOK_PATH = "/api/webhooks/stripe";
/** The fraction of webhooks that never reach the shop. */
const LOST_FRACTION = 0.06;
/** The fraction of the other webhooks that are refused, so that Stripe sends them again later. */
const LATE_FRACTION = 0.15;
const EventBody = z.object({ type: z.string() });
const isSubscribed = (body: Buffer): boolean => {
  const { type } = z.parse(EventBody, JSON.parse(body.toString()));
  return settlingEvents.some((name) => name === type);
};

/** A copy of a request whose body was read, with this body. */
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
  let isFaulty = false;
  const counts = { sent: 0, lost: 0, late: 0 };
  return {
    counts,
    setFaulty: (isNowFaulty: boolean): void => void (isFaulty = isNowFaulty),
    wrap:
      (handle: Handler): Handler =>
      async (req, res) => {
        if (req.method !== "POST" || req.url !== WEBHOOK_PATH) return handle(req, res);
        const body = await readBody(req);
        if (!isSubscribed(body)) return void res.writeHead(200).end();
        counts.sent++;
        const isLost = isFaulty && random.chance(LOST_FRACTION);
        const isLate = isFaulty && !isLost && random.chance(LATE_FRACTION);
        if (!isLost && !isLate) return handle(requestWith(body, req), res);
        counts[isLost ? "lost" : "late"]++;
        res.writeHead(isLost ? 200 : 503).end();
      },
  };
}
