// `npm run stripe:connect -- --stage prod`: stores Stripe's key, creates the webhook endpoint and stores its secret.
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import type Stripe from "stripe";
import { type KeySettings, permissionsOf } from "../../lambdas/lib/stripe-permissions.ts";
import { awsOptions, confirm, readArguments, runCommand } from "./command.ts";
import { requireOutputs, requireStageSettings } from "./deployed-stack.ts";
import { readLines } from "./read-lines.ts";
import { stripeClient } from "./stripe-client.ts";
import { checkKey, describeKeyPermissions, modeOf, requireMode } from "./stripe/keys.ts";
import { putEndpoint, testStripeWebhook } from "./stripe/webhook.ts";

/** What these settings add to the permissions, as text. The list of `permissionsOf` begins with those that all stages need. */
const morePermissions = (settings: KeySettings): string =>
  permissionsOf(settings)
    .slice(permissionsOf({}).length)
    .map(({ permission }) => permission)
    .join("; ");

const HELP = `Connects a stage to Stripe. Reads the secret key (sk_…) or a restricted key (rk_…) from standard input, so that the
shell's history does not contain the key:

  npm run stripe:connect -- --stage dev                     asks for the key
  op read op://shop/stripe | npm run stripe:connect -- --stage dev --yes

The pages need no publishable key (pk_…). ${describeKeyPermissions(permissionsOf({}))}
In a stage with tax also: ${morePermissions({ tax: "stripe" })}. In a stage with discounts also: ${morePermissions({ discounts: true })}.
A restricted key should not be allowed to write webhook endpoints. So with a restricted key, give the secret key (or another
key that may write them) on a second line. The second key is used once and not stored.

  --test-mode   a stage with retainData (such as prod) takes a test key
  --new-secret  creates a new endpoint with a new signing secret, and deletes the current one`;

const OUTPUTS = ["StripeApiKeyArn", "StripeWebhookSecretArn", "StripeWebhookUrl"] as const;

type Options = {
  /** The key that the functions use. */
  key: string;
  secrets: SecretsManagerClient;
  outputs: Record<(typeof OUTPUTS)[number], string>;
  /** Stripe's client with the shop's key. */
  stripe: Stripe;
  /** Stripe's client with the key that may write webhook endpoints. */
  stripeForEndpoints: Stripe;
  settings: KeySettings;
  needsNewSecret: boolean;
  print: (line: string) => void;
};

/**
 * Tests the key, creates or updates the webhook endpoint, and stores the endpoint's signing secret and the key. Then sends a test
 * event, unless the new signing secret replaced another one. Throws if Stripe refuses the key, if the key lacks permissions, or
 * if the shop refuses the test event.
 */
export async function connectStripe(options: Options): Promise<void> {
  const { key, secrets, outputs, stripe, stripeForEndpoints, needsNewSecret, print } = options;
  const { StripeApiKeyArn, StripeWebhookSecretArn: SecretId, StripeWebhookUrl: url } = outputs;
  await checkKey(stripe, permissionsOf(options.settings));
  print("Stripe accepts the key, and it has the permissions that the shop needs.");
  const { SecretString: storedSecret = "" } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  const hasSecret = storedSecret.startsWith("whsec_");
  const endpoint = await putEndpoint(
    stripeForEndpoints,
    url,
    needsNewSecret || !hasSecret ? undefined : storedSecret,
  );
  if (endpoint.secret !== undefined)
    await secrets.send(new PutSecretValueCommand({ SecretId, SecretString: endpoint.secret }));
  await endpoint.finish();
  await secrets.send(new PutSecretValueCommand({ SecretId: StripeApiKeyArn, SecretString: key }));
  print(
    `Stripe sends ${endpoint.eventTypeCount} kinds of events to ${url}${endpoint.secret ? ", signed with a new secret" : ""}.`,
  );
  // The functions cache a secret for five minutes. A test event with the new secret would fail now and raise an alarm.
  if (endpoint.secret !== undefined && hasSecret)
    return print(
      "The functions read the new secret within five minutes; until then Stripe repeats the new endpoint's events. It does not " +
        "repeat those that the deleted endpoint has failed to deliver: in five minutes, send them with npm run stripe:resend.",
    );
  await testStripeWebhook(url, endpoint.secret ?? storedSecret);
  print("The shop took a signed test event.");
}

if (import.meta.main)
  await runCommand(async () => {
    const options = readArguments(["stage"], process.argv.slice(2), {
      help: HELP,
      flags: ["test-mode", "new-secret"],
    });
    const { stage, yes } = options;
    const outputs = await requireOutputs(stage, OUTPUTS);
    const [key = "", webhookKey = key] = await readLines([
      "Stripe's secret or restricted key:",
      "A second key for the webhook endpoint, or Enter to use the same:",
    ]);
    for (const givenKey of [key, webhookKey]) requireMode(givenKey, stage, options["test-mode"]);
    await confirm(
      `This stores the ${modeOf(key)} key ${key.slice(0, 8)}… in Secrets Manager, and makes Stripe send its events to ` +
        `${outputs.StripeWebhookUrl}. Functions use the key within five minutes.`,
      yes,
    );
    await connectStripe({
      settings: requireStageSettings(stage),
      key,
      outputs,
      needsNewSecret: options["new-secret"],
      print: console.log,
      secrets: new SecretsManagerClient(awsOptions),
      stripe: stripeClient(key),
      stripeForEndpoints: stripeClient(webhookKey),
    });
    console.log(`Try a checkout, when a product is in stock: npm run smoke -- --stage ${stage}`);
  });
