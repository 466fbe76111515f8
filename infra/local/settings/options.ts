import * as z from "zod/mini";
import { localFeatures } from "../../example-stages.ts";
import { UserError } from "../util/errors.ts";

const PORT_RANGE = "PORT must be a number from 0 to 65535";
const featureNames = Object.keys(localFeatures);
const areFeatureNames = (names: string): boolean =>
  names.split(",").every((name) => name === "" || featureNames.includes(name));
const textLike = (pattern: RegExp, error: string) => z.string().check(z.regex(pattern, error));

const Environment = z.object({
  PORT: z._default(
    z.pipe(
      textLike(/^\d+$/, PORT_RANGE),
      z.pipe(z.transform(Number), z.int().check(z.lte(65_535, PORT_RANGE))),
    ),
    8080,
  ),
  SHOP_DATA: z._default(z.string().check(z.minLength(1, "SHOP_DATA must name a folder")), ".shop"),
  DYNAMODB_ENDPOINT: z.optional(z.url("DYNAMODB_ENDPOINT must be an address such as http://localhost:8000")),
  LOCAL_ADMIN_EMAIL: z._default(
    z.email("LOCAL_ADMIN_EMAIL must be an email address"),
    "admin@bourbonvipers.example",
  ),
  LOCAL_ADMIN_PASSWORD: z._default(
    z.string().check(z.minLength(8, "LOCAL_ADMIN_PASSWORD must have at least 8 characters")),
    "Rickhouse-9!",
  ),
  SHOP_WITH: z._default(
    z.string().check(z.refine(areFeatureNames, `SHOP_WITH must name some of: ${featureNames.join(", ")}`)),
    "",
  ),
  STRIPE_SECRET_KEY: z.optional(
    textLike(/^sk_test_/, "STRIPE_SECRET_KEY must be a test key (sk_test_…): no real card is charged here"),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    textLike(/^whsec_/, "STRIPE_WEBHOOK_SECRET must begin with whsec_; stripe listen prints it"),
  ),
});

const ARGUMENTS = ["--reset", "--dev", "--inspect"];

export type ShopOptions = {
  /** 0 takes any free port. */
  port: number;
  dataDir: string;
  /** Empty the data folder first. */
  reset: boolean;
  /** Serve the site's sources with hot reload, and replace functions whose sources change. */
  dev: boolean;
  /** Let a debugger connect to this process and to the functions. */
  inspect: boolean;
  /** Features to switch on that the local stage leaves off, separated by commas: names of `localFeatures`. */
  features: string;
  dynamodbEndpoint?: string | undefined;
  admin: { email: string; password: string };
  /** If set, the shop uses Stripe itself, not the simulator. */
  stripeKey?: string | undefined;
  stripeWebhookSecret?: string | undefined;
};

/** Read the settings of `npm start` from environment and arguments. Throws a UserError if one is invalid. */
export function readOptions(env: Record<string, string | undefined>, args: string[]): ShopOptions {
  const unknownArg = args.find((arg) => !ARGUMENTS.includes(arg));
  if (unknownArg !== undefined)
    throw new UserError(`Unknown argument ${unknownArg}. There are: npm start -- ${ARGUMENTS.join(" ")}`);
  const nonEmptyVariables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(nonEmptyVariables);
  if (!parsed.success) throw new UserError(parsed.error.issues.map(({ message }) => message).join("\n"));
  const values = parsed.data;
  return {
    port: values.PORT,
    dataDir: values.SHOP_DATA,
    reset: args.includes("--reset"),
    dev: args.includes("--dev"),
    inspect: args.includes("--inspect"),
    features: values.SHOP_WITH,
    dynamodbEndpoint: values.DYNAMODB_ENDPOINT,
    admin: { email: values.LOCAL_ADMIN_EMAIL, password: values.LOCAL_ADMIN_PASSWORD },
    stripeKey: values.STRIPE_SECRET_KEY,
    stripeWebhookSecret: values.STRIPE_WEBHOOK_SECRET,
  };
}
