import type { Handler } from "../../infra/local/util/local-server.ts";
import type { Random } from "./random.ts";

const PATH = "/api/webhooks/stripe";
/** The part of webhooks that never reach the shop, and of those that Stripe has to send again. */
const LOST = 0.06;
const LATE = 0.15;

/** Loses webhooks for good, or refuses them, so that Stripe sends them again later. */
export function createWebhookFaults(random: Random) {
  let isOn = false;
  const counts = { sent: 0, lost: 0, late: 0 };
  return {
    counts,
    set: (on: boolean): void => void (isOn = on),
    wrap:
      (handle: Handler): Handler =>
      (req, res) => {
        if (req.method !== "POST" || req.url !== PATH) return handle(req, res);
        counts.sent++;
        const isLost = isOn && random.chance(LOST);
        if (!isLost && !(isOn && random.chance(LATE))) return handle(req, res);
        counts[isLost ? "lost" : "late"]++;
        req.resume();
        res.writeHead(isLost ? 200 : 503).end();
      },
  };
}
