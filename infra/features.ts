import type { StageSettings } from "./stage-settings.ts";

/** The settings of a stage that need a step by hand when they are new. */
const FEATURES = ["discounts", "tax", "tickets"] as const;
export type Feature = (typeof FEATURES)[number];

const isOn = (value: StageSettings[Feature]): boolean => value === true || value === "stripe";

/** The features of a stage, which the stack has as an output, so that `npm run deploy` knows which are new. */
export const featuresOf = (settings: Pick<StageSettings, Feature>): Feature[] =>
  FEATURES.filter((name) => isOn(settings[name]));

/** The value of the output for features: CloudFormation takes no empty value. */
export const featuresText = (features: readonly Feature[]): string => features.join(" ") || "none";
