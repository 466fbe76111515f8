// `npm run admin:reset-app -- --stage prod --email them@example.org`: for an admin who has lost the authenticator app.
import {
  AdminDeleteSoftwareTokenCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { awsOptions, confirm, readArguments, runCommand } from "./command.ts";
import { requireOutputs } from "./deployed-stack.ts";
import { requireEmail } from "./email-and-output.ts";

/**
 * Ends the account's sessions, because somebody could use them on the lost phone, and deletes its authenticator app. If the
 * pool requires a second factor, Cognito asks for a new app at the next sign-in. Throws UserNotFoundException for an address
 * without an account.
 */
export async function resetAuthenticatorApp(
  client: CognitoIdentityProviderClient,
  UserPoolId: string,
  Username: string,
): Promise<void> {
  await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username }));
  await client.send(new AdminDeleteSoftwareTokenCommand({ UserPoolId, Username }));
}

if (import.meta.main)
  await runCommand(async () => {
    const { stage, email, yes } = readArguments(["stage", "email"], process.argv.slice(2), {
      help: "Deletes the authenticator app of an admin who has lost it, and signs the admin out everywhere. The admin then signs in with the password and sets up the app again.",
    });
    requireEmail(email);
    const { UserPoolId, SiteUrl } = await requireOutputs(stage, ["UserPoolId", "SiteUrl"]);
    await confirm(
      `This deletes the authenticator app of ${email} at ${SiteUrl}, and signs the account out everywhere. Until a new app is set up, the password alone is enough to ` +
        "sign in: make sure first that it is the admin who asks.",
      yes,
    );
    await resetAuthenticatorApp(new CognitoIdentityProviderClient(awsOptions), UserPoolId, email);
    console.log(
      `The app is deleted, and all sessions are ended. Ask ${email} to sign in at ${SiteUrl}/admin and set up the app at once.`,
    );
  });
