import { exampleStages } from "./example-stages.ts";
import { stageConflicts } from "./stage-conflicts.ts";
import { StageSettings } from "./stage-settings.ts";

/**
 * All stages that can be deployed. Write your own settings after the example's settings, which they replace:
 * `dev: { ...exampleStages.dev, account: "111122223333", mailSender: "shop@example.org", … }`.
 * `npm start` and the tests read `localStage` in example-stages.ts.
 */
export const stages = {
  dev: { ...exampleStages.dev },
  prod: { ...exampleStages.prod },
} satisfies Record<string, StageSettings>;

/** An error for each setting that still has an example's value although the stage would be deployed to a real account. */
function exampleValueProblems(settings: StageSettings, account: string | undefined): string[] {
  if (account === undefined && settings.account === undefined) return [];
  const { domain, hostedZone, mailSender, teamEmail, alarmEmail, runbookUrl } = settings;
  const valuesBySetting = {
    domain,
    "hostedZone.name": hostedZone?.name,
    "hostedZone.id": hostedZone?.id,
    mailSender,
    teamEmail,
    alarmEmail,
    runbookUrl,
  };
  return Object.entries(valuesBySetting)
    .filter(([, value]) => /\.example($|\/)|EXAMPLE$/.test(value ?? ""))
    .map(([setting, value]) => `${setting}: ${value} is an example; put your own here`);
}

/** An error if the certificate is in another account than the stage. */
function certificateProblems({ account, certificateArn }: StageSettings): string[] {
  const certificateAccount = certificateArn?.split(":")[4];
  if (certificateAccount === undefined || account === undefined || certificateAccount === account) return [];
  return [
    `certificateArn: The certificate is in account ${certificateAccount}, but the stage is in account ${account}: CloudFront takes ` +
      "certificates of its own account only",
  ];
}

/** The other stages that can be deployed, by name. Left out: a stage with missing or wrong settings, and the local stage of tests. */
function otherStages(stage: string, allStages: Record<string, unknown>): Map<string, StageSettings> {
  const otherSettings = new Map<string, StageSettings>();
  for (const [name, settings] of Object.entries(allStages)) {
    const parsed = StageSettings.safeParse(settings);
    if (name !== stage && name !== "local" && parsed.success) otherSettings.set(name, parsed.data);
  }
  return otherSettings;
}

/** Errors of settings that are complete: values of the examples, and conflicts with the account or with other stages. */
function problemsOf(
  stage: string,
  settings: StageSettings,
  allStages: Record<string, unknown>,
  account: string | undefined,
): string[] {
  return [
    ...exampleValueProblems(settings, account),
    ...certificateProblems({ ...settings, account: settings.account ?? account }),
    ...(stage === "local" ? [] : stageConflicts(settings, otherStages(stage, allStages))),
  ];
}

/** Settings that the CDK context can override: `npx cdk deploy -c stage=dev -c alarmEmail=me@example.org`. */
const overridableSettings = [
  "domain",
  "certificateArn",
  "siteOrigin",
  "identityEndpoint",
  "originSecretVersion",
  "firstDeployment",
  "releaseAtOnce",
  "mailSender",
  "teamEmail",
  "alarmEmail",
] as const satisfies (keyof StageSettings)[];

/**
 * A stage's settings, with overrides from the CDK context, which `readContext` reads. `account` is the account of the
 * credentials, which the CDK's command line puts into CDK_DEFAULT_ACCOUNT. Throws for an unknown stage. Throws an error that
 * names all missing and malformed settings; if there are none, all settings that have an example's value or conflict with the
 * account or another stage.
 */
export function stageSettings(
  stage: string,
  readContext: (name: string) => unknown = () => undefined,
  allStages: Record<string, unknown> = stages,
  account = process.env["CDK_DEFAULT_ACCOUNT"],
): StageSettings {
  const settings = Object.hasOwn(allStages, stage) ? allStages[stage] : undefined;
  if (!settings)
    throw new Error(`Unknown stage "${stage}": infra/stages.ts has ${Object.keys(allStages).join(", ")}.`);
  const overrides = overridableSettings
    .map((name) => [name, readContext(name)] as const)
    .filter(([, value]) => value !== undefined);
  const parsed = StageSettings.safeParse({ ...settings, ...Object.fromEntries(overrides) });
  const problems = parsed.success
    ? problemsOf(stage, parsed.data, allStages, account)
    : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new Error(
    `The settings of stage "${stage}" (infra/stages.ts) are not complete:\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
  );
}
