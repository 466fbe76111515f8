// `npm run admin:create -- --stage prod --email you@example.org`: an account of the back office, with an invitation
// mail.
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
  UnsupportedUserStateException,
  UsernameExistsException,
} from "@aws-sdk/client-cognito-identity-provider";
import { awsOptions, confirm, readArguments, runCommand } from "./command.ts";
import { requireOutputs } from "./deployed-stack.ts";
import { requireEmail } from "./email-and-output.ts";

/** Sends an invitation again, with a new temporary password; false if the user has signed in already. */
async function inviteAgain(
  client: CognitoIdentityProviderClient,
  user: { UserPoolId: string; Username: string },
): Promise<boolean> {
  try {
    await client.send(
      new AdminCreateUserCommand({ ...user, MessageAction: "RESEND", DesiredDeliveryMediums: ["EMAIL"] }),
    );
    return true;
  } catch (error) {
    if (error instanceof UnsupportedUserStateException) return false;
    throw error;
  }
}

type Outcome = "invited" | "invited again" | "existed";

/**
 * Creates the account and adds it to the group of admins. The address is marked as verified, because Cognito mails codes for
 * a forgotten password only to verified addresses. An existing account is added to the group too. If its user has never
 * signed in, a new invitation is sent, because the temporary password may have expired.
 */
export async function createAdmin(
  client: CognitoIdentityProviderClient,
  UserPoolId: string,
  email: string,
): Promise<Outcome> {
  const user = { UserPoolId, Username: email };
  let outcome: Outcome = "invited";
  try {
    await client.send(
      new AdminCreateUserCommand({
        ...user,
        UserAttributes: [
          { Name: "email", Value: email },
          { Name: "email_verified", Value: "true" },
        ],
        // Cognito's default is SMS.
        DesiredDeliveryMediums: ["EMAIL"],
      }),
    );
  } catch (error) {
    if (!(error instanceof UsernameExistsException)) throw error;
    outcome = (await inviteAgain(client, user)) ? "invited again" : "existed";
  }
  await client.send(new AdminAddUserToGroupCommand({ ...user, GroupName: "admin" }));
  return outcome;
}

if (import.meta.main)
  await runCommand(async () => {
    const { stage, email, yes } = readArguments(["stage", "email"], process.argv.slice(2), {
      help:
        "Invites an admin of the back office by mail. Run it again for another mail before the first sign-in. An account that has " +
        "signed in becomes an admin without a mail.",
    });
    requireEmail(email);
    const { UserPoolId, SiteUrl } = await requireOutputs(stage, ["UserPoolId", "SiteUrl"]);
    await confirm(
      `This lets ${email} manage products and orders of ${SiteUrl}, and mails a temporary password unless the account has ` +
        "signed in before.",
      yes,
    );
    const outcome = await createAdmin(new CognitoIdentityProviderClient(awsOptions), UserPoolId, email);
    console.log(
      outcome !== "existed"
        ? `Cognito has mailed the invitation to ${email}. The temporary password is valid for three days.`
        : `${email} has an account already; it is an admin now. Its password stays as it is.`,
    );
  });
