import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type Stripe from "stripe";
import * as z from "zod/mini";
import { serverAt } from "../../../lambdas/lib/stripe.ts";
import { SERVICES_FILE } from "../../local/settings/data-folder.ts";
import { CommandError } from "../command.ts";

const Services = z.looseObject({
  TABLE_NAME: z.string(),
  AWS_ENDPOINT_URL_DYNAMODB: z.string(),
  STRIPE_API_URL: z.optional(z.string()),
});

/** The simulator accepts any test key. */
const SIMULATOR_KEY = "sk_test_simulator";

/**
 * The table and Stripe of the shop that `npm start` runs on this machine. `stripe` is undefined if that shop uses Stripe
 * itself. Throws if none runs with this data folder.
 */
export async function readLocalShop(dataDir: string): Promise<{
  environment: Record<string, string>;
  stripe: { key: string; server: Stripe.StripeConfig } | undefined;
}> {
  const file = join(dataDir, SERVICES_FILE);
  const notRunning = new CommandError(
    `No local shop runs with the data folder ${dataDir}. Start it with npm start; SHOP_DATA names another folder.`,
  );
  if (!existsSync(file)) throw notRunning;
  const services = z.parse(Services, JSON.parse(readFileSync(file, "utf8")));
  const { TABLE_NAME, AWS_ENDPOINT_URL_DYNAMODB, STRIPE_API_URL } = services;
  await fetch(AWS_ENDPOINT_URL_DYNAMODB, { signal: AbortSignal.timeout(5_000) }).catch(() => {
    throw notRunning;
  });
  return {
    environment: {
      ...{ TABLE_NAME, AWS_ENDPOINT_URL_DYNAMODB },
      ...{ AWS_ACCESS_KEY_ID: "local", AWS_SECRET_ACCESS_KEY: "local" },
    },
    stripe:
      STRIPE_API_URL === undefined ? undefined : { key: SIMULATOR_KEY, server: serverAt(STRIPE_API_URL) },
  };
}
