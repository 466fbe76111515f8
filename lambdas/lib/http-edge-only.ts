import { timingSafeEqual } from "node:crypto";
import type { MiddlewareObj } from "@middy/core";
import { messages } from "../../shared/messages.ts";
import { AppError } from "./errors.ts";
import { hash } from "./ids.ts";
import { rotatingSecrets, secret } from "./secrets.ts";
import type { HttpEvent, HttpResult } from "./http.ts";

/** CloudFront adds this header. A request without it bypassed CloudFront and its limits. */
const HEADER = "x-origin-secret";

const digest = (text: string): Buffer => Buffer.from(hash(text));

/** Throws 403 for a request that bypassed CloudFront. During a rotation, old and new secret are valid. */
export const edgeOnly = (secretArn: string): MiddlewareObj<HttpEvent, HttpResult> => ({
  before: async ({ event }) => {
    const headerDigest = digest(event.headers[HEADER] ?? "");
    const matchesHeader = (value: string) => timingSafeEqual(digest(value), headerDigest);
    if (matchesHeader(await secret(secretArn))) return;
    if (!(await rotatingSecrets(secretArn)).some(matchesHeader)) throw new AppError(403, messages.edgeOnly);
  },
});
