// `npm run admin:list -- --stage prod > admins.txt`: the admins of the back office, one address a line.
import {
  CognitoIdentityProviderClient,
  ListUsersInGroupCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { awsOptions, readArguments, runCommand } from "./command.ts";
import { requireOutputs } from "./deployed-stack.ts";

/** The enabled admins' addresses, for a restore. Cognito exports neither passwords nor authenticators. */
export async function listAdmins(
  client: CognitoIdentityProviderClient,
  UserPoolId: string,
): Promise<string[]> {
  const emails: string[] = [];
  let NextToken: string | undefined;
  do {
    const page = await client.send(
      new ListUsersInGroupCommand({ UserPoolId, GroupName: "admin", NextToken }),
    );
    for (const { Attributes, Enabled } of page.Users ?? []) {
      const email = Attributes?.find(({ Name }) => Name === "email")?.Value;
      if (Enabled && email) emails.push(email);
    }
    NextToken = page.NextToken;
  } while (NextToken);
  return emails.sort();
}

if (import.meta.main)
  await runCommand(async () => {
    const { stage } = readArguments(["stage"], process.argv.slice(2), {
      help: "Prints the addresses of the admins. Keep them in a file: npm run restore -- --admins <file> invites them again.",
    });
    const { UserPoolId } = await requireOutputs(stage, ["UserPoolId"]);
    const emails = await listAdmins(new CognitoIdentityProviderClient(awsOptions), UserPoolId);
    console.log(emails.join("\n"));
  });
