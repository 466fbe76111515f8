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

/** Whether the shop did not answer. The error is no `ApiError` if the code of the request could not be loaded. */
export const isWithoutAnswer = (error: unknown): boolean =>
  error instanceof ApiError ? error.status === 0 : navigator.onLine === false;
