import * as z from "zod/mini";
import { AccountNumber, BusArn, Email } from "../stage-settings.ts";

/** A stage of the shop. The stage is a part of the functions' names, which have at most 64 characters. */
const Stage = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,15}$/));

/**
 * Settings of a consumer's own stack, from the CDK context. `stage`: the shop's stage, a part of the stack's name.
 * `alarmEmail`: who gets the alarms. Either `busArn` or `shopAccount` must be set.
 */
const Settings = z.union([
  /** The bus of a shop in the same account and region: the output BusArn of the shop's stack. */
  z.object({ stage: Stage, alarmEmail: Email, busArn: BusArn }),
  /** The account of a shop in another account or region. */
  z.object({ stage: Stage, alarmEmail: Email, shopAccount: AccountNumber }),
]);
export type ConsumerSettings = z.infer<typeof Settings>;

/** The account and region of the credentials; undefined if the CDK's command line does not pass them. */
const destinationOfCredentials = () => ({
  account: process.env["CDK_DEFAULT_ACCOUNT"],
  region: process.env["CDK_DEFAULT_REGION"],
});

/**
 * Reads the settings with `readContext`. Throws an error that says which settings are needed, or that the bus is in another
 * account or region than `destination`.
 */
export function consumerSettings(
  readContext: (name: string) => unknown,
  destination: { account: string | undefined; region: string | undefined } = destinationOfCredentials(),
): ConsumerSettings {
  const names = ["stage", "alarmEmail", "busArn", "shopAccount"];
  const givenValues = Object.fromEntries(names.map((name) => [name, readContext(name)]));
  const parsed = Settings.safeParse(givenValues);
  if (!parsed.success || (givenValues["busArn"] !== undefined && givenValues["shopAccount"] !== undefined))
    throw new Error(
      "Give -c stage=<the shop's stage>, -c alarmEmail=you@example.org, and either -c busArn=<the shop's output BusArn> in the " +
        "shop's account and region, or -c shopAccount=<the shop's account number> in another.",
    );
  if ("busArn" in parsed.data) requireSamePlace(parsed.data.busArn, destination);
  return parsed.data;
}

/** Throws if the bus and the stack are in different accounts or regions: a rule must be where its bus is. */
function requireSamePlace(
  busArn: string,
  { account, region }: { account: string | undefined; region: string | undefined },
): void {
  const [, , , busRegion = "", busAccount = ""] = busArn.split(":");
  const isSamePlace = (account ?? busAccount) === busAccount && (region ?? busRegion) === busRegion;
  if (!isSamePlace)
    throw new Error(
      `The bus is in account ${busAccount}, ${busRegion}, and your credentials are for ${account}, ${region}. Deploy there, or ` +
        `give -c shopAccount=${busAccount} in place of -c busArn.`,
    );
}
