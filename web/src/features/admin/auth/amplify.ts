import { Amplify } from "aws-amplify";
import * as z from "zod/mini";

/** `/config.json`, which the deployment writes beside the site. */
const Config = z.object({
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  userPoolEndpoint: z.optional(z.string()),
});

/** The name of the shop's API in Amplify's configuration. */
export const API_NAME = "shop";
const TIMEOUT = 10_000;

let configured: Promise<void> | undefined;

async function configure(): Promise<void> {
  const answer = await fetch("/config.json", { cache: "no-cache", signal: AbortSignal.timeout(TIMEOUT) });
  if (!answer.ok) throw new Error(`/config.json answers ${answer.status}`);
  const { region, userPoolId, userPoolClientId, userPoolEndpoint } = z.parse(Config, await answer.json());
  Amplify.configure({
    Auth: {
      Cognito: { userPoolId, userPoolClientId, ...(userPoolEndpoint ? { userPoolEndpoint } : {}) },
    },
    API: { REST: { [API_NAME]: { endpoint: window.location.origin, region } } },
  });
}

/** Configures Amplify with the user pool and the API, once. After a failure the next call tries again. */
export const configureAmplify = (): Promise<void> =>
  (configured ??= configure().catch((error: unknown) => {
    configured = undefined;
    throw error;
  }));
