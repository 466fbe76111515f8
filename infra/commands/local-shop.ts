import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { SERVICES_FILE } from "../local/settings/data-folder.ts";
import { CommandError } from "./command.ts";

/** The environment variables by which a process finds the shop's services. */
const Services = z.catchall(
  z.object({
    TABLE_NAME: z.string(),
    AWS_ENDPOINT_URL_DYNAMODB: z.string(),
    STRIPE_API_URL: z.optional(z.string()),
  }),
  z.string(),
);

/**
 * The services of the shop that `npm start` runs on this machine. `stripeUrl` is the simulator's address; undefined if that
 * shop uses Stripe itself. Throws if no shop runs with this data folder.
 */
export async function readLocalShop(dataDir: string): Promise<{
  environment: Record<string, string>;
  stripeUrl: string | undefined;
}> {
  const file = join(dataDir, SERVICES_FILE);
  const notRunningError = new CommandError(
    `No local shop runs with the data folder ${dataDir}. Start it with npm start; SHOP_DATA names another folder.`,
  );
  if (!existsSync(file)) throw notRunningError;
  const services = z.parse(Services, JSON.parse(readFileSync(file, "utf8")));
  const { STRIPE_API_URL, ...otherVariables } = services;
  await fetch(otherVariables.AWS_ENDPOINT_URL_DYNAMODB, { signal: AbortSignal.timeout(5_000) }).catch(() => {
    throw notRunningError;
  });
  return {
    environment: { ...otherVariables, AWS_ACCESS_KEY_ID: "local", AWS_SECRET_ACCESS_KEY: "local" },
    stripeUrl: STRIPE_API_URL,
  };
}
