import { Amplify } from "aws-amplify";
import * as z from "zod/mini";

/** `/config.json`, which the deployment writes beside the site. */
const Config = z.object({
  stage: z.string(),
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  userPoolEndpoint: z.optional(z.string()),
  requiresSecondFactor: z._default(z.boolean(), false),
  hasTickets: z._default(z.boolean(), true),
  hasDiscounts: z._default(z.boolean(), false),
  hasPodcast: z._default(z.boolean(), false),
});
type Config = z.infer<typeof Config>;

/** The name of the shop's API in Amplify's configuration. */
export const API_NAME = "shop";
const TIMEOUT_MS = 10_000;

async function readConfig() {
  const response = await fetch("/config.json", {
    cache: "no-cache",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`/config.json answers ${response.status}`);
  return z.parse(Config, await response.json());
}

let loadedConfig: Config | undefined;

async function configure(): Promise<Config> {
  const config = await readConfig();
  loadedConfig = config;
  const { region, userPoolId, userPoolClientId, userPoolEndpoint } = config;
  Amplify.configure({
    Auth: {
      Cognito: { userPoolId, userPoolClientId, ...(userPoolEndpoint ? { userPoolEndpoint } : {}) },
    },
    API: { REST: { [API_NAME]: { endpoint: window.location.origin, region } } },
  });
  return config;
}

let configuration: ReturnType<typeof configure> | undefined;

/**
 * Configures Amplify with the user pool and the API, once, and returns the configuration. After a failure the next call
 * tries again.
 */
export const configureAmplify = () =>
  (configuration ??= configure().catch((error: unknown) => {
    configuration = undefined;
    throw error;
  }));

/** The name of the deployed stage, which operators pass to commands as `--stage`. */
export const readStageName = async (): Promise<string> => (await configureAmplify()).stage;

/** Whether the shop requires an authenticator app of each account. */
export const requiresSecondFactor = async (): Promise<boolean> =>
  (await configureAmplify()).requiresSecondFactor;

// The following functions return the settings without waiting. `readUser` in cognito.ts loads the settings, so every page that
// is shown to a signed-in user has them.

/** Whether the shop issues tickets. */
export const hasTickets = (): boolean => loadedConfig?.hasTickets === true;

/** Whether customers can enter discount codes. */
export const hasDiscounts = (): boolean => loadedConfig?.hasDiscounts === true;

/** Whether the shop shows a podcast's episodes. */
export const hasPodcast = (): boolean => loadedConfig?.hasPodcast === true;
