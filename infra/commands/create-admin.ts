// `npm run admin:create -- --stage prod --email you@example.org`: an account of the back office, with an invitation mail.
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
  UsernameExistsException,
} from "@aws-sdk/client-cognito-identity-provider";
import { awsOptions, confirm, readArguments, runCommand } from "./command.ts";
import { readOutputs } from "./deployed-stack.ts";

/**
 * Creates the account and adds it to the group of admins. The address counts as verified, because Cognito mails codes for a
 * forgotten password to verified addresses only. An existing account is only added to the group.
 */
export async function createAdmin(
  client: CognitoIdentityProviderClient,
  UserPoolId: string,
  email: string,
): Promise<"invited" | "existed"> {
  const user = { UserPoolId, Username: email };
  const isNew = await client
    .send(
      new AdminCreateUserCommand({
        ...user,
        UserAttributes: [
          { Name: "email", Value: email },
          { Name: "email_verified", Value: "true" },
        ],
        // The default is SMS.
        DesiredDeliveryMediums: ["EMAIL"],
      }),
    )
    .then(() => true)
    .catch((error: unknown) => {
      if (error instanceof UsernameExistsException) return false;
      throw error;
    });
  await client.send(new AdminAddUserToGroupCommand({ ...user, GroupName: "admin" }));
  return isNew ? "invited" : "existed";
}

if (import.meta.main)
  await runCommand(async () => {
    const { stage, email, yes } = readArguments(["stage", "email"], process.argv.slice(2), {
      help: "Invites an admin of the back office by mail. An existing account is made an admin.",
    });
    const { UserPoolId = "", SiteUrl = "" } = await readOutputs(stage);
    await confirm(
      `This lets ${email} manage products and orders of ${SiteUrl}, and mails a temporary password.`,
      yes,
    );
    const outcome = await createAdmin(new CognitoIdentityProviderClient(awsOptions), UserPoolId, email);
    console.log(
      outcome === "invited"
        ? `Cognito has mailed the invitation to ${email}. The temporary password is valid for three days.`
        : `${email} has an account already; it is an admin now. Its password stays as it is.`,
    );
  });
