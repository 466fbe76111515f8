import type { EventBuses } from "./bus/bus.ts";
import { createEventsApi } from "./bus/put-events.ts";
import type { Faults } from "./faults.ts";
import { readPermissions } from "./iam/permissions.ts";
import type { Queues } from "./queues/queues.ts";
import { createSqsApi } from "./queues/sqs-api.ts";
import { createS3 } from "./s3/s3.ts";
import type { SecretValues } from "./secrets/secret-values.ts";
import { createSecretsApi } from "./secrets/secrets.ts";
import { mount, type Handler } from "./util/local-server.ts";
import { createSes } from "./ses/ses.ts";
import type { BucketNames } from "./template/stack-resources.ts";
import { configurationOf, createUndeliveredReporter } from "./ses/undelivered.ts";
import type { Cleanup } from "./util/steps.ts";
import type { Stack } from "./template/stack.ts";
import { createStripe } from "./stripe/stripe.ts";
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
  buses: EventBuses;
  queues: Queues;
  buckets: BucketNames;
  secrets: SecretValues;
  table: Table;
  cleanup: Cleanup;
  simulatesStripe: boolean;
  onOutboxWrite: () => void;
};

export type Services = ReturnType<typeof startServices>;

const notFound: Handler = (_, res) =>
  void res.writeHead(404, { "content-type": "text/plain" }).end("Nothing is here.\n");

/** Starts the services that functions call, AWS's and Stripe's: at `serviceUrl` or, for S3, at `url`. */
export function startServices(options: Options) {
  const { stack, dataDir, url, serviceUrl, faults, buses } = options;
  const { queues, buckets, secrets, table, cleanup, onOutboxWrite } = options;
  const s3Endpoint = `${url}/_local/s3`;
  const s3 = createS3({
    dataDir,
    buckets: buckets.all,
    clientEndpoint: () => s3Endpoint,
    onCreated: ({ bucket, key, size, etag }) => {
      if (!buckets.withEvents.has(bucket)) return;
      const object = { key, size, etag };
      const detail = { version: "0", bucket: { name: bucket }, object };
      buses.put({ bus: "default", source: "aws.s3", detailType: "Object Created", detail });
    },
  });
  const onUndelivered = createUndeliveredReporter(stack, buses);
  const ses = createSes({ dataDir, faults, configuration: configurationOf(stack), onUndelivered });
  const findRefusal = readPermissions(stack);
  const callsOf = createTableCalls(stack);
  const proxy = createTableProxy({ endpoint: table.endpoint, faults, onOutboxWrite, findRefusal, callsOf });
  cleanup.add(() => proxy.close());
  const { stripeWebhookSecret: signingSecret } = secrets;
  const webhookUrl = () => `${url}/api/webhooks/stripe`;
  const stripe = options.simulatesStripe
    ? createStripe({ dataDir, faults, signingSecret, publicUrl: () => url, webhookUrl })
    : undefined;
  cleanup.add(() => stripe?.close());

  return {
    s3,
    ses,
    /** Undefined when Stripe itself is used. */
    payments: stripe,
    payPage: stripe?.page ?? notFound,
    /** Environment variables with the services' addresses, for the functions' AWS and Stripe clients. */
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
      // Webhooks and the podcast's feed may be on this machine.
      CALLS_TO_LOCALHOST: "yes",
    },
    /** Answers the calls of functions to Stripe and to AWS, except those to S3 and Cognito. */
    handle: mount(
      [
        ["/dynamodb", proxy.handle],
        ["/events", createEventsApi(buses)],
        ["/sqs", createSqsApi(queues)],
        ["/ses", ses.handle],
        ["/secrets", createSecretsApi(secrets.byArn)],
      ],
      stripe?.handle ?? notFound,
    ),
  };
}
