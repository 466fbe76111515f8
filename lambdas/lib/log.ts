import { AsyncLocalStorage } from "node:async_hooks";
import { Logger } from "@aws-lambda-powertools/logger";
import { ORDER_ID } from "../../shared/order-id.ts";

/** The ids in every log line of a request, a run or a message. */
type LogContext = { requestId?: string; messageId?: string; orderId?: string };
type Fields = Record<string, unknown>;

const logger = new Logger({ serviceName: process.env["AWS_LAMBDA_FUNCTION_NAME"] ?? "shop" });
const contexts = new AsyncLocalStorage<LogContext>();

const write =
  (level: "info" | "warn" | "error") =>
  (message: string, fields: Fields = {}): void =>
    logger[level](message, { ...contexts.getStore(), ...fields });

/**
 * JSON lines in the log group of all functions, with the ids of the LogContext. Log ids and outcomes only, never a body,
 * an address of a customer or a secret.
 */
export const log = { info: write("info"), warn: write("warn"), error: write("error") };

/** Calls `run`. Its log lines contain the ids in `context`. */
export const withLogContext = <T>(context: LogContext, run: () => T): T =>
  contexts.run({ ...contexts.getStore(), ...context }, run);

/** Adds the order's id to all further log lines of this request or message. */
export function addOrderToLog(orderId: string): void {
  const context = contexts.getStore();
  if (context) context.orderId = orderId;
}

/** A context with the first value that is an order's id, or an empty context. */
export function orderIdContext(values: readonly unknown[]): Pick<LogContext, "orderId"> {
  const orderId = values.find((value): value is string => typeof value === "string" && ORDER_ID.test(value));
  return orderId === undefined ? {} : { orderId };
}
