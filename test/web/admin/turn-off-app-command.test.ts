import { expect, test } from "vitest";
import { turnOffAppCommand } from "../../../web/src/features/admin/auth/turn-off-app-command.ts";

const pool = { region: "us-east-1", userPoolId: "us-east-1_Ab1" };

test.each([
  ["ada@example.com", "ada@example.com"],
  ["o'neil+$(id)@example.com", "'o'\\''neil+$(id)@example.com'"],
])("the operator's command names %s as %s", (email, word) => {
  expect(turnOffAppCommand(pool, email)).toBe(
    "aws cognito-idp admin-set-user-mfa-preference --region us-east-1 --user-pool-id us-east-1_Ab1 " +
      `--username ${word} --software-token-mfa-settings Enabled=false,PreferredMfa=false`,
  );
});
