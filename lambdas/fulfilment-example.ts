import * as z from "zod/mini";
import { FULFILMENT_EVENTS } from "../shared/consumers.ts";
import { orderEventsFunction } from "./consumer/order-events.ts";
import { writeFulfilmentFile } from "./fulfilment/write-fulfilment-file.ts";
import { readEnv, Text } from "./lib/env.ts";

const envSchema = z.object({ FILES_BUCKET_NAME: Text });
export type Env = z.infer<typeof envSchema>;
const { FILES_BUCKET_NAME } = readEnv(envSchema);

/** Example of a consumer: writes a file for each paid order with a shipping address. */
export const handler = orderEventsFunction(FULFILMENT_EVENTS, (orderId, events) =>
  writeFulfilmentFile(FILES_BUCKET_NAME, orderId, events),
);
