import { Amplify } from "aws-amplify";
import { fetchAuthSession, signIn } from "aws-amplify/auth";
import { ConsoleLogger, defaultStorage } from "aws-amplify/utils";
import * as z from "zod/mini";
import { send } from "./http-answer.ts";

// Amplify warns about every endpoint that is not Amazon's.
ConsoleLogger.LOG_LEVEL = "ERROR";

const Config = z.object({
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  userPoolEndpoint: z.string(),
});

export type Tokens = { access: string; id: string };

/**
 * Signs in as the page does, by Amplify's SRP exchange, with what the deployment says in /config.json. Amplify then
 * forgets the session: signing out would take the tokens back.
 */
export async function signInAs(url: string, email: string, password: string): Promise<Tokens> {
  const config = z.parse(Config, JSON.parse((await send(url, "/config.json")).text));
  Amplify.configure({ Auth: { Cognito: config } });
  await signIn({ username: email, password });
  const { tokens } = await fetchAuthSession();
  const both = { access: String(tokens?.accessToken), id: String(tokens?.idToken) };
  await defaultStorage.clear();
  return both;
}
