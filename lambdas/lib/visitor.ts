import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { MiddlewareObj } from "@middy/core";
import { browserStorage } from "../../shared/browser-storage.ts";
import type { HttpEvent, HttpResult } from "./http.ts";
import { secret } from "./secrets.ts";

const NAME = browserStorage.visitor;
/** Seconds. */
const KEEP = 30 * 86_400;

const macOf = (key: string, words: string): string =>
  createHmac("sha256", key).update(`visitor:${words}`).digest("base64url");

/** The id in a validly signed cookie that is not too old. */
function idIn(event: HttpEvent, key: string, now: number): string | undefined {
  const cookie = event.cookies?.find((text) => text.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? "";
  const [, words = "", id, issued, mac = ""] = /^(([\w-]{22})\.(\d{1,12}))\.([\w-]{43})$/.exec(cookie) ?? [];
  const given = Buffer.from(mac);
  const expected = Buffer.from(macOf(key, words));
  const genuine = given.length === expected.length && timingSafeEqual(given, expected);
  return genuine && Number(issued) + KEEP > now / 1000 ? id : undefined;
}

export type Visitor = { id: string; /** The request had a valid cookie. */ known: boolean };
const visitors = new WeakMap<HttpEvent, Visitor>();

/** The visitor of a request. Throws on routes without the cookie. */
export function visitorOf(event: HttpEvent): Visitor {
  const visitor = visitors.get(event);
  if (!visitor) throw new Error("This route sets no visitor cookie");
  return visitor;
}

/**
 * Sets a cookie with a signed random id on the routes named, also with error responses. It distinguishes visitors who
 * share an address. `secretArn` names the signing secret.
 */
export const visitorCookie = (
  secretArn: string,
  siteOrigin: string,
  routeKeys: readonly string[],
): MiddlewareObj<HttpEvent, HttpResult> => {
  const fresh = new WeakMap<HttpEvent, string>();
  const attach = (event: HttpEvent, response: HttpResult | null | undefined) => {
    const cookie = fresh.get(event);
    if (cookie !== undefined && response) response.cookies = [...(response.cookies ?? []), cookie];
  };
  return {
    before: async ({ event }) => {
      if (!routeKeys.includes(event.routeKey)) return;
      const key = await secret(secretArn);
      const known = idIn(event, key, Date.now());
      const id = known ?? randomBytes(16).toString("base64url");
      visitors.set(event, { id, known: known !== undefined });
      if (known !== undefined) return;
      const words = `${id}.${Math.floor(Date.now() / 1000)}`;
      const secure = siteOrigin.startsWith("https:") ? "; Secure" : "";
      fresh.set(
        event,
        `${NAME}=${words}.${macOf(key, words)}; Path=/api/checkout; Max-Age=${KEEP}; HttpOnly; SameSite=Strict${secure}`,
      );
    },
    after: ({ event, response }) => attach(event, response),
    onError: ({ event, response }) => attach(event, response),
  };
};
