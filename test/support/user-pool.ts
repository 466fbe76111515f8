import { json } from "node:stream/consumers";
import * as z from "zod/mini";
import { serveUntilClosed } from "./serve.ts";
import { ADMIN_CLAIMS } from "./invoke.ts";

const Input = z.object({ AccessToken: z.optional(z.string()) });
/** The access token that the helper `call` in invoke.ts sends. */
const DEFAULT_TOKEN = "token";

/**
 * Starts a user pool of admins. Each access token except the default is the name of its user. Tests of the sign-in use
 * infra/local/cognito instead.
 */
export const startFakeUserPool = () =>
  serveUntilClosed(async (req, res) => {
    const { AccessToken = DEFAULT_TOKEN } = z.parse(Input, await json(req));
    const Username = AccessToken === DEFAULT_TOKEN ? ADMIN_CLAIMS.username : AccessToken;
    res.end(JSON.stringify({ Username, UserAttributes: [], Groups: [{ GroupName: "admin" }] }));
  });
