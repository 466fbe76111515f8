import type { publicApi } from "../../../../shared/api-public.ts";

/**
 * Runs `send` with the public API. The API's schemas are loaded at the first use, because the first view of a page does not
 * need them.
 */
export async function withPublicApi<T>(send: (api: typeof publicApi) => Promise<T>): Promise<T> {
  const apiModule = await import("../../../../shared/api-public.ts");
  return send(apiModule.publicApi);
}
