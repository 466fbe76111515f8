import { Amplify } from "aws-amplify";
import { fetchAuthSession, signIn } from "aws-amplify/auth";
import { ConsoleLogger, defaultStorage } from "aws-amplify/utils";
import * as z from "zod/mini";
import { sendRequest } from "./http-client.ts";

// Amplify warns about every endpoint outside AWS.
ConsoleLogger.LOG_LEVEL = "ERROR";

const Config = z.object({
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  userPoolEndpoint: z.string(),
});

export type Tokens = { access: string; id: string };

/**
 * Signs in as the sign-in page does: by SRP with Amplify, configured by /config.json. Then deletes only the
 * local session, because a sign-out would revoke the tokens.
 */
export async function signInAs(url: string, email: string, password: string): Promise<Tokens> {
  const config = z.parse(Config, JSON.parse((await sendRequest(url, "/config.json")).text));
  Amplify.configure({ Auth: { Cognito: config } });
  await signIn({ username: email, password });
  const { tokens } = await fetchAuthSession();
  const tokenTexts = { access: String(tokens?.accessToken), id: String(tokens?.idToken) };
  await defaultStorage.clear();
  return tokenTexts;
}
