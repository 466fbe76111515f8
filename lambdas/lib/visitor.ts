import { toEpochSeconds } from "./epoch-seconds.ts";
import { createHmac } from "node:crypto";
import type { MiddlewareObj } from "@middy/core";
import { browserStorage } from "../../shared/browser-storage.ts";
import type { HttpEvent, HttpResult } from "./http.ts";
import { isSameSecret, newToken } from "./ids.ts";
import { readSecret } from "./secrets.ts";

const COOKIE_NAME = browserStorage.visitor;
const MAX_AGE_SECONDS = 30 * 86_400;

const macOf = (key: string, payload: string): string =>
  createHmac("sha256", key).update(`visitor:${payload}`).digest("base64url");

/** The id in a validly signed cookie that is not too old. */
function idFromCookie(event: HttpEvent, key: string, nowMs: number): string | undefined {
  const cookie =
    event.cookies?.find((text) => text.startsWith(`${COOKIE_NAME}=`))?.slice(COOKIE_NAME.length + 1) ?? "";
  const [, payload = "", id, issued, mac = ""] =
    /^(([\w-]{22})\.(\d{1,12}))\.([\w-]{43})$/.exec(cookie) ?? [];
  const isGenuine = isSameSecret(mac, macOf(key, payload));
  return isGenuine && Number(issued) + MAX_AGE_SECONDS > nowMs / 1000 ? id : undefined;
}

/** The id of the visitor who sent a request; undefined without a valid cookie. Works on routes that set no cookie, too. */
export const readVisitorId = async (event: HttpEvent, secretArn: string): Promise<string | undefined> =>
  idFromCookie(event, await readSecret(secretArn), Date.now());

/** `hasCookie`: the request had a valid visitor cookie. */
export type Visitor = { id: string; hasCookie: boolean };
const visitors = new WeakMap<HttpEvent, Visitor>();

/** The visitor who sent a request, from `visitorCookie`. Throws on routes that set no cookie. */
export function visitorOf(event: HttpEvent): Visitor {
  const visitor = visitors.get(event);
  if (!visitor) throw new Error("This route sets no visitor cookie");
  return visitor;
}

/**
 * Sets a cookie with a signed random id on the routes `routeKeys`, also with error responses, if the request has no valid
 * cookie. The cookie distinguishes visitors who share an IP address. `secretArn` names the signing secret.
 */
export const visitorCookie = (
  secretArn: string,
  siteOrigin: string,
  routeKeys: readonly string[],
): MiddlewareObj<HttpEvent, HttpResult> => {
  const newCookies = new WeakMap<HttpEvent, string>();
  const attachCookie = (event: HttpEvent, response: HttpResult | null | undefined) => {
    const cookie = newCookies.get(event);
    if (cookie !== undefined && response) response.cookies = [...(response.cookies ?? []), cookie];
  };
  return {
    before: async ({ event }) => {
      if (!routeKeys.includes(event.routeKey)) return;
      const key = await readSecret(secretArn);
      const knownId = idFromCookie(event, key, Date.now());
      const id = knownId ?? newToken();
      visitors.set(event, { id, hasCookie: knownId !== undefined });
      if (knownId !== undefined) return;
      const payload = `${id}.${toEpochSeconds(Date.now())}`;
      const secure = siteOrigin.startsWith("https:") ? "; Secure" : "";
      newCookies.set(
        event,
        `${COOKIE_NAME}=${payload}.${macOf(key, payload)}; Path=/api/checkout; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict${secure}`,
      );
    },
    after: ({ event, response }) => attachCookie(event, response),
    onError: ({ event, response }) => attachCookie(event, response),
  };
};
