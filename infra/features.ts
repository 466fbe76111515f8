import type { StageSettings } from "./stage-settings.ts";

/** The settings of a stage after which an operator has a step to do by hand when they are new. */
const FEATURES = ["discounts", "tax", "tickets"] as const;
export type Feature = (typeof FEATURES)[number];

const isOn = (value: StageSettings[Feature]): boolean => value === true || value === "stripe";

/** The features that a stage has turned on. They are an output of the stack, so `npm run deploy` knows which are new. */
export const featuresOf = (settings: Pick<StageSettings, Feature>): Feature[] =>
  FEATURES.filter((name) => isOn(settings[name]));

/** The value of the output for features; "none" without features, because CloudFormation refuses an empty value. */
export const featuresText = (features: readonly Feature[]): string => features.join(" ") || "none";
