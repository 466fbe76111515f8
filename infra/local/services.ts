import type { Bus } from "./bus/bus.ts";
import { createEventsApi } from "./bus/put-events.ts";
import type { Faults } from "./faults.ts";
import { readPermissions } from "./iam/permissions.ts";
import type { Queues } from "./queues/queues.ts";
import { createSqsApi } from "./queues/sqs-api.ts";
import { createS3 } from "./s3/s3.ts";
import type { SecretValues } from "./secrets/secret-values.ts";
import { createSecrets } from "./secrets/secrets.ts";
import { mount, type Handler } from "./util/local-server.ts";
import { createSes } from "./ses/ses.ts";
import type { BucketNames } from "./template/stack-resources.ts";
import { configurationOf, undeliveredEvents } from "./ses/undelivered.ts";
import type { Cleanup } from "./util/steps.ts";
import type { Stack } from "./template/stack.ts";
import { createStripe, type StripeEmulator } from "./stripe/stripe.ts";
import { createTableCalls } from "./table/table-calls.ts";
import { createTableProxy } from "./table/table-proxy.ts";
import type { Table } from "./table/table.ts";

type Options = {
  stack: Stack;
  dataDir: string;
  url: string;
  /** The address of the server that serves `handle` below. */
  serviceUrl: string;
  faults: Faults;
  bus: Bus;
  queues: Queues;
  buckets: BucketNames;
  secrets: SecretValues;
  table: Table;
  cleanup: Cleanup;
  simulatesStripe: boolean;
  onOutboxWrite: () => void;
};

type Payments = Pick<StripeEmulator, "sessions" | "possibleActions" | "act" | "payOut" | "pendingWebhooks">;

export type Services = {
  /** Answers every call of a function to AWS or Stripe. */
  handle: Handler;
  /** Environment variables with the services' addresses, for the functions' AWS and Stripe clients. */
  environment: Record<string, string>;
  s3: Awaited<ReturnType<typeof createS3>>;
  ses: Awaited<ReturnType<typeof createSes>>;
  /** Undefined when Stripe itself is used. */
  payments: Payments | undefined;
  payPage: Handler;
};

const notFound: Handler = (_, res) =>
  void res.writeHead(404, { "content-type": "text/plain" }).end("Nothing is here.\n");

/** Start the services that functions call, AWS's and Stripe's, all at one address. */
export async function startServices(options: Options): Promise<Services> {
  const { stack, dataDir, url, serviceUrl, faults, bus, queues, buckets, secrets, table, cleanup } = options;
  const s3Endpoint = `${url}/_local/s3`;
  const s3 = await createS3({
    dataDir,
    buckets: buckets.all,
    endpointForBrowser: () => s3Endpoint,
    onCreated: ({ bucket, key, size, etag }) => {
      if (!buckets.withEvents.has(bucket)) return;
      const detail = {
        version: "0",
        bucket: { name: bucket },
        object: { key, size, etag },
        reason: "PostObject",
      };
      bus.put({ bus: "default", source: "aws.s3", detailType: "Object Created", detail });
    },
  });
  const ses = await createSes({
    ...{ dataDir, faults, configuration: configurationOf(stack) },
    onUndelivered: undeliveredEvents(stack, bus),
  });
  const secretsManager = await createSecrets({ values: secrets.byArn });
  const proxy = createTableProxy({
    ...{ endpoint: table.endpoint, faults, onOutboxWrite: options.onOutboxWrite },
    permissions: readPermissions(stack),
    callsOf: createTableCalls(stack),
  });
  const eventBridge = createEventsApi(bus);
  const sqs = createSqsApi(queues);
  const stripe = options.simulatesStripe
    ? await createStripe({
        dataDir,
        faults,
        publicUrl: () => url,
        webhookUrl: () => `${url}/api/webhooks/stripe`,
        signingSecret: secrets.stripeWebhookSecret,
      })
    : undefined;
  for (const service of [s3, ses, secretsManager, proxy, eventBridge, sqs, stripe])
    if (service) cleanup.add(() => service.close());

  return {
    s3,
    ses,
    payments: stripe,
    payPage: stripe ? (req, res) => stripe.page(req, res) : notFound,
    environment: {
      AWS_ENDPOINT_URL_DYNAMODB: `${serviceUrl}/dynamodb`,
      // run-stack.ts mounts Cognito at this path.
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: `${serviceUrl}/cognito`,
      AWS_ENDPOINT_URL_EVENTBRIDGE: `${serviceUrl}/events`,
      // Browsers post uploads to this address, so it is the public one.
      AWS_ENDPOINT_URL_S3: s3Endpoint,
      AWS_ENDPOINT_URL_SQS: `${serviceUrl}/sqs/`,
      AWS_ENDPOINT_URL_SESV2: `${serviceUrl}/ses`,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: `${serviceUrl}/secrets`,
      ...(stripe && { STRIPE_API_URL: serviceUrl }),
      CALLS_TO_LOCALHOST: "yes",
    },
    handle: mount(
      [
        ["/dynamodb", (req, res) => proxy.handle(req, res)],
        ["/events", (req, res) => eventBridge.handle(req, res)],
        ["/sqs", (req, res) => sqs.handle(req, res)],
        ["/ses", (req, res) => ses.handle(req, res)],
        ["/secrets", (req, res) => secretsManager.handle(req, res)],
      ],
      stripe ? (req, res) => stripe.handle(req, res) : notFound,
    ),
  };
}
