import type { publicApi } from "../../../../shared/api-public.ts";
import { ApiError } from "../../api-error.ts";

/**
 * Runs `send` with the public API. The API's schemas are loaded at the first use, because the first view of a page does not
 * need them.
 */
export async function withPublicApi<T>(send: (api: typeof publicApi) => Promise<T>): Promise<T> {
  const apiModule = await import("../../../../shared/api-public.ts");
  return send(apiModule.publicApi);
}

/**
 * Whether the connection failed (`ApiError` with the status 0), or the browser is offline and could not load the request's
 * code (another error).
 */
export const isConnectionError = (error: unknown): boolean =>
  error instanceof ApiError ? error.status === 0 : navigator.onLine === false;
