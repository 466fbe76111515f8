import { expect, test } from "vitest";
import { resetAppCommand } from "../../../web/src/features/admin/auth/reset-app-command.ts";

test.each([
  ["ada@example.com", "ada@example.com"],
  ["o'neil+$(id)@example.com", "'o'\\''neil+$(id)@example.com'"],
])(
  "the command that removes an authenticator app has the email address %s as the shell argument %s",
  (email, word) => {
    expect(resetAppCommand("prod", email)).toBe(`npm run admin:reset-app -- --stage prod --email ${word}`);
  },
);
