import * as z from "zod/mini";
import { UserError } from "../util/user-error.ts";

const Environment = z.object({
  PORT: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d+$/, "PORT must be a number from 0 to 65535")),
      z.pipe(z.transform(Number), z.int().check(z.lte(65_535, "PORT must be a number from 0 to 65535"))),
    ),
    8080,
  ),
  SHOP_DATA: z._default(z.string().check(z.minLength(1, "SHOP_DATA must name a folder")), ".shop"),
  DYNAMODB_ENDPOINT: z.optional(z.url("DYNAMODB_ENDPOINT must be an address such as http://localhost:8000")),
  LOCAL_ADMIN_EMAIL: z._default(
    z.email("LOCAL_ADMIN_EMAIL must be an e-mail address"),
    "admin@bourbonvipers.example",
  ),
  LOCAL_ADMIN_PASSWORD: z._default(
    z.string().check(z.minLength(8, "LOCAL_ADMIN_PASSWORD must have 8 characters")),
    "Rickhouse-9!",
  ),
  STRIPE_SECRET_KEY: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^sk_test_/,
          "STRIPE_SECRET_KEY must be a test key (sk_test_…): no real card is charged here",
        ),
      ),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    z
      .string()
      .check(z.regex(/^whsec_/, "STRIPE_WEBHOOK_SECRET must begin with whsec_; stripe listen prints it")),
  ),
});

export type ShopOptions = {
  /** 0 takes any free port. */
  port: number;
  dataDir: string;
  /** Empty the data folder first. */
  reset: boolean;
  dynamodbEndpoint?: string | undefined;
  admin: { email: string; password: string };
  /** Set to use Stripe itself in place of the simulator. */
  stripeKey?: string | undefined;
  stripeWebhookSecret?: string | undefined;
};

/** Read the settings of `npm start` from the environment and its arguments; a wrong one throws a UserError. */
export function readOptions(env: Record<string, string | undefined>, args: string[]): ShopOptions {
  const unknown = args.find((arg) => arg !== "--reset");
  if (unknown !== undefined)
    throw new UserError(`Unknown argument ${unknown}. There is one: npm start -- --reset`);
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw new UserError(parsed.error.issues.map(({ message }) => message).join("\n"));
  const set = parsed.data;
  return {
    port: set.PORT,
    dataDir: set.SHOP_DATA,
    reset: args.includes("--reset"),
    dynamodbEndpoint: set.DYNAMODB_ENDPOINT,
    admin: { email: set.LOCAL_ADMIN_EMAIL, password: set.LOCAL_ADMIN_PASSWORD },
    stripeKey: set.STRIPE_SECRET_KEY,
    stripeWebhookSecret: set.STRIPE_WEBHOOK_SECRET,
  };
}
