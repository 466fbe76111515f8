import * as z from "zod/mini";
import { countSale } from "./analytics/count-sale.ts";
import { readEnv, Text } from "./lib/env.ts";
import { queueFunction } from "./lib/queue.ts";

const envSchema = z.object({ TABLE_NAME: Text });
export type Env = z.infer<typeof envSchema>;
readEnv(envSchema);

/** Queue of payment, refund, dispute and status events: adds their amounts to the figures of their days. */
export const handler = queueFunction((event) => countSale(event.detail));
