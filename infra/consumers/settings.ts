import * as z from "zod/mini";
import { AccountNumber, BusArn, Email } from "../stages.ts";

/** A stage of the shop. It is a part of the functions' names, which have at most 64 letters. */
const Stage = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,15}$/));

/**
 * Settings of a consumer's own stack, given as CDK context: the shop's stage, which is a part of the stack's name, who gets
 * the alarms, and either `busArn` or `shopAccount`.
 */
const Settings = z.union([
  /** The bus of a shop in the same account and region: the output BusArn of the shop's stack. */
  z.object({ stage: Stage, alarmEmail: Email, busArn: BusArn }),
  /** The account of a shop in another account or region. */
  z.object({ stage: Stage, alarmEmail: Email, shopAccount: AccountNumber }),
]);
export type ConsumerSettings = z.infer<typeof Settings>;

/** Reads the settings. Throws an error that says what to give. */
export function consumerSettings(context: (name: string) => unknown): ConsumerSettings {
  const names = ["stage", "alarmEmail", "busArn", "shopAccount"];
  const parsed = Settings.safeParse(Object.fromEntries(names.map((name) => [name, context(name)])));
  if (parsed.success) return parsed.data;
  throw new Error(
    "Give -c stage=<the shop's stage>, -c alarmEmail=you@example.org, and -c busArn=<the shop's output BusArn> in the shop's " +
      "account and region, or -c shopAccount=<the shop's account number> in another.",
  );
}
