import { json } from "node:stream/consumers";
import * as z from "zod/mini";
import { serveUntilClosed } from "./serve.ts";
import { ADMIN_CLAIMS } from "./invoke.ts";

const Input = z.object({ AccessToken: z.optional(z.string()) });
/** The access token of `call`. */
const DEFAULT_TOKEN = "token";

/** Starts a user pool of admins, in which each token is its user's name. Sign-in tests use the simulator. */
export const startFakeUserPool = () =>
  serveUntilClosed(async (req, res) => {
    const { AccessToken = DEFAULT_TOKEN } = z.parse(Input, await json(req));
    const Username = AccessToken === DEFAULT_TOKEN ? ADMIN_CLAIMS.username : AccessToken;
    res.end(JSON.stringify({ Username, UserAttributes: [], Groups: [{ GroupName: "admin" }] }));
  });
