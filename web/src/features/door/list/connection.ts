import { ApiError } from "../../../api-error.ts";

/**
 * offline: no answer, or an error that a retry may resolve. signed-out: the sign-in has ended. forbidden: the account may not use
 * the door.
 */
export type Connection = "online" | "offline" | "signed-out" | "forbidden";

const CONNECTION_BY_STATUS: Partial<Record<number, Connection>> = { 401: "signed-out", 403: "forbidden" };
/** Statuses of a refusal that a retry cannot change. They show that the device is online. */
const REFUSAL_STATUSES = new Set([400, 404, 409]);

/** The state of the connection after a failed call. */
export function connectionAfter(error: unknown): Connection {
  const status = error instanceof ApiError ? error.status : 0;
  return CONNECTION_BY_STATUS[status] ?? (REFUSAL_STATUSES.has(status) ? "online" : "offline");
}
