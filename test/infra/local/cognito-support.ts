import { Amplify } from "aws-amplify";
import { signOut } from "aws-amplify/auth";
import { ConsoleLogger } from "aws-amplify/utils";
import { onTestFinished } from "vitest";
import { createCognito, type CognitoOptions } from "../../../infra/local/cognito/cognito.ts";
import { serve, temporaryFolder } from "./serve.ts";

export const ADMIN = { email: "admin@bourbonvipers.example", password: "Rickhouse-9!" };
export const CLIENT = "local-web";
export const POOL = "us-east-1_LOCALpool";
export const ISSUER = `http://localhost:8080/_local/cognito/${POOL}`;

// Amplify warns about every endpoint that is not Amazon's.
ConsoleLogger.LOG_LEVEL = "ERROR";

/** Starts a user pool, and configures Amplify for the pool as the site does. */
export async function startCognito(options: Partial<CognitoOptions> = {}) {
  const dataDir = options.dataDir ?? temporaryFolder();
  const mails: { to: string; subject: string; text: string }[] = [];
  const cognito = await createCognito({
    dataDir,
    poolId: POOL,
    clientId: CLIENT,
    issuer: ISSUER,
    invitation: { subject: "Welcome", text: "You are {username}, with the password {####}." },
    admin: ADMIN,
    sendMail: (mail) => mails.push(mail),
    ...options,
  });
  const origin = await serve(cognito.handle);
  Amplify.configure({
    Auth: { Cognito: { userPoolId: POOL, userPoolClientId: CLIENT, userPoolEndpoint: `${origin}/` } },
  });
  onTestFinished(() => signOut());
  return { cognito, origin, mails, dataDir };
}

/** Sends one request to the user pool, in the format that Amplify and the AWS CLI use. */
export async function callCognito(
  origin: string,
  operation: string,
  input: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; type: string | null; body: Record<string, unknown> }> {
  const response = await fetch(origin, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
      ...headers,
    },
    body: JSON.stringify(input),
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, type: response.headers.get("x-amzn-errortype"), body };
}
