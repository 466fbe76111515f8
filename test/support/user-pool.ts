import { serveUntilClosed } from "./serve.ts";
import { ADMIN } from "./invoke.ts";

/** A user pool for which the admin of `call` is signed in and in the group, whatever the token. Tests of sign-in use the simulator. */
export const trustingUserPool = () =>
  serveUntilClosed((_, res) => {
    const groups = [{ GroupName: "admin" }];
    res.end(JSON.stringify({ Username: ADMIN.username, UserAttributes: [], Groups: groups }));
  });
