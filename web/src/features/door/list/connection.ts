import { ApiError } from "../../../api-error.ts";

/**
 * offline: no answer, or an error that a retry may resolve, such as a refusal by the firewall. signed-out: the sign-in has ended.
 * forbidden: the account may not use the door.
 */
export type Connection = "online" | "offline" | "signed-out" | "forbidden";

/** Whether the shop refuses the account. The firewall, which may block the venue's network for a time, answers 403 too. */
export const isAccountRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 403 && error.messageFrom === "server";

/** Statuses of a refusal that a retry cannot change. They show that the device is online. */
const REFUSAL_STATUSES = new Set([400, 404, 409]);

/** The state of the connection after a failed call. */
export function connectionAfter(error: unknown): Connection {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 401) return "signed-out";
  if (isAccountRefused(error)) return "forbidden";
  return REFUSAL_STATUSES.has(status) ? "online" : "offline";
}
