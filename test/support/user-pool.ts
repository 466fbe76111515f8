import { serveUntilClosed } from "./serve.ts";
import { ADMIN } from "./invoke.ts";

/** A user pool that accepts every token as that of the signed-in admin of `call`. Tests of the sign-in use the simulator. */
export const fakeUserPool = () =>
  serveUntilClosed((_, res) => {
    const groups = [{ GroupName: "admin" }];
    res.end(JSON.stringify({ Username: ADMIN.username, UserAttributes: [], Groups: groups }));
  });
