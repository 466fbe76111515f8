import * as z from "zod/mini";
import { readEnv, Text } from "./lib/env.ts";
import { queueFunction } from "./lib/queue.ts";
import { watchStock } from "./products/watch-stock.ts";

const envSchema = z.object({ TABLE_NAME: Text });
export type Env = z.infer<typeof envSchema>;
readEnv(envSchema);

/** Queue of events that change stock: emits StockLow. */
export const handler = queueFunction((event, now) => watchStock(event.detail, now));
