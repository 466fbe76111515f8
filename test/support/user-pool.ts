import { serveUntilClosed } from "./serve.ts";
import { ADMIN } from "./invoke.ts";

/** Starts a user pool that returns the admin of `call` for every token. Sign-in tests use the simulator. */
export const startFakeUserPool = () =>
  serveUntilClosed((_, res) => {
    const groups = [{ GroupName: "admin" }];
    res.end(JSON.stringify({ Username: ADMIN.username, UserAttributes: [], Groups: groups }));
  });
