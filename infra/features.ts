import type { StageSettings } from "./stage-settings.ts";

/** The settings for which an operator has to do a step by hand when a stage turns them on. */
const FEATURES = ["discounts", "tax", "tickets"] as const;
export type Feature = (typeof FEATURES)[number];

const isOn = (value: StageSettings[Feature]): boolean => value === true || value === "stripe";

/** The features that a stage has turned on. The stack outputs them, so that `npm run deploy` knows which are new. */
export const featuresOf = (settings: Pick<StageSettings, Feature>): Feature[] =>
  FEATURES.filter((name) => isOn(settings[name]));

/** The value of the output for features; "none" without features, because CloudFormation refuses an empty value. */
export const featuresText = (features: readonly Feature[]): string => features.join(" ") || "none";
