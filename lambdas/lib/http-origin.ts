import { timingSafeEqual } from "node:crypto";
import type { MiddlewareObj } from "@middy/core";
import { messages } from "../../shared/messages.ts";
import { AppError } from "./errors.ts";
import { hash } from "./ids.ts";
import { secret } from "./secrets.ts";
import type { HttpEvent, HttpResult } from "./http.ts";

/** Header that CloudFront adds: a request without it went around the edge and its limits. */
const HEADER = "x-origin-secret";

export const originOnly = (secretArn: string): MiddlewareObj<HttpEvent, HttpResult> => ({
  before: async ({ event }) => {
    const expected = Buffer.from(hash(await secret(secretArn)));
    const given = Buffer.from(hash(event.headers[HEADER] ?? ""));
    if (!timingSafeEqual(expected, given)) throw new AppError(403, messages.edgeOnly);
  },
});
