import { serveUntilClosed } from "./serve.ts";
import { ADMIN } from "./invoke.ts";

/** Starts a user pool that returns the admin of `call` for every token. Tests of the sign-in use the simulator instead. */
export const startFakeUserPool = () =>
  serveUntilClosed((_, res) => {
    const groups = [{ GroupName: "admin" }];
    res.end(JSON.stringify({ Username: ADMIN.username, UserAttributes: [], Groups: groups }));
  });
