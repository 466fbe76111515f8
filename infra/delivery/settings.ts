import * as z from "zod/mini";
import { stages } from "../stages.ts";

/** The name of an owner or a repository at GitHub, alone or with its id: `octocat` or `octocat@123456`. */
const NAME = String.raw`[\w.-]+(@\d+)?`;

/** The stages that GitHub may deploy: each is also the name of an environment in the repository's settings. */
const deployableStages = Object.keys(stages);

/** Settings of the delivery stack, from the CDK context. */
const Settings = z.object({
  /**
   * The repository as GitHub's tokens name it. The tokens of repositories made since July 2026 contain ids, so that nobody
   * can take over a name that was given up: https://docs.github.com/en/actions/concepts/security/openid-connect
   */
  repository: z
    .string("is missing")
    .check(z.regex(new RegExp(`^${NAME}/${NAME}$`), "Not owner/name or owner@id/name@id")),
  /** The stages of this account, with commas between them. */
  stages: z.pipe(
    z.pipe(
      z.string("is missing"),
      z.transform((text) => text.split(",")),
    ),
    z
      .array(z.enum(deployableStages, `Stages that can be deployed are ${deployableStages.join(", ")}`))
      .check(z.minLength(1)),
  ),
  /** The ARN of GitHub's OIDC provider, if the account already has it: an account can have only one. */
  provider: z.optional(
    z
      .string()
      .check(
        z.regex(/^arn:aws:iam::\d{12}:oidc-provider\/token\.actions\.githubusercontent\.com$/, "Not its ARN"),
      ),
  ),
});
export type DeliverySettings = z.infer<typeof Settings>;

/** Reads the settings with `readContext`. Throws an error that names every missing or wrong setting. */
export function deliverySettings(readContext: (name: string) => unknown): DeliverySettings {
  const names = ["repository", "stages", "provider"] as const;
  const parsed = Settings.safeParse(
    Object.fromEntries(
      names.map((name) => [name, readContext(name)]).filter(([, value]) => value !== undefined),
    ),
  );
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue) => `  -c ${issue.path[0]?.toString() ?? ""}=…: ${issue.message}`,
  );
  throw new Error(`The settings of the delivery stack are missing or wrong:\n${problems.join("\n")}`);
}
