// `npm run permissions`: writes every IAM statement of the example stages into infra/PERMISSIONS.md.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { exampleStages, fullStage } from "../example-stages.ts";
import { readArguments, runCommand } from "./command.ts";
import { permissionsInTemplate, type Permission } from "./template-permissions.ts";
import { Template } from "./template-text.ts";
import { stackNameOf } from "../names.ts";

export const permissionsFile = join(import.meta.dirname, "../PERMISSIONS.md");

const INTRODUCTION = `# Permissions

Every IAM statement of the stack, from the templates of the examples \`dev\`, \`prod\` and \`everything\` (\`fullStage\`) in \`infra/example-stages.ts\`. \`npm run permissions\` writes this file, and a test fails if it is out of date. Functions have the names of their files, other resources their logical ids without the hash.

The roles of GitHub's workflows are another stack's: \`infra/delivery/delivery-stack.ts\`.

The code gives the reason for each wildcard and each of AWS's own policies: \`suppressFindings\` in the files below \`infra\`, which suppresses cdk-nag's finding about it.
`;

const chapters = [
  ["functions", "What functions may do", "Each function has a role that only Lambda can take."],
  ["roles", "What AWS's services may do in the shop's name", "Each role can be taken by one service."],
  ["resources", "Who may use a resource", "The policies of resources themselves."],
] as const satisfies [Permission["chapter"], string, string][];

const asMarkdownCode = (texts: readonly string[]) => texts.map((text) => `\`${text}\``).join(", ");
const permissionLine = ({ effect, actions, on, who, conditions }: Permission): string =>
  `- ${effect === "Deny" ? "**never** " : ""}${who === undefined ? "" : `\`${who}\`: `}${asMarkdownCode(actions)}` +
  (on.length > 0 ? ` on ${asMarkdownCode(on)}` : "") +
  (conditions.length > 0 ? `, if ${conditions.join(" and ")}` : "");

/**
 * The text of infra/PERMISSIONS.md, from the templates of all stages. A permission that not all stages have
 * is listed with the names of its stages.
 */
export function permissionsMarkdown(templates: Record<string, Template>): string {
  const stagesByPermission = new Map<string, { permission: Permission; stages: string[] }>();
  for (const [stage, template] of Object.entries(templates))
    for (const permission of permissionsInTemplate(template)) {
      const key = JSON.stringify(permission);
      const { stages } = stagesByPermission.get(key) ?? { stages: [] };
      stagesByPermission.set(key, { permission, stages: [...new Set([...stages, stage])] });
    }
  const permissionsWithStages = [...stagesByPermission.values()];
  const stageCount = Object.keys(templates).length;
  const sections = chapters.map(([chapter, title, text]) => {
    const permissionsByOwner = Map.groupBy(
      permissionsWithStages.filter(({ permission }) => permission.chapter === chapter),
      ({ permission }) => permission.owner,
    );
    const ownerSections = [...permissionsByOwner]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([owner, permissions]) => {
        const lines = permissions.map(
          ({ permission, stages }) =>
            permissionLine(permission) +
            (stages.length < stageCount ? ` (only in \`${stages.join("`, `")}\`)` : ""),
        );
        return `### ${owner}\n\n${lines.sort().join("\n")}\n`;
      });
    return `## ${title}\n\n${text}\n\n${ownerSections.join("\n")}`;
  });
  return [INTRODUCTION, ...sections].join("\n");
}

const HELP = "Writes every IAM statement of the stack into infra/PERMISSIONS.md. Needs no credentials.";

const writePermissions = async (): Promise<void> => {
  readArguments([], process.argv.slice(2), { help: HELP });
  // Loading the CDK takes two seconds. The test of this file does not need the CDK.
  const { synthShop } = await import("../app.ts");
  const stages = { ...exampleStages, everything: fullStage };
  const readTemplate = (stage: keyof typeof stages): Template => {
    // Permissions do not depend on the content of the layer, which takes a minute to build.
    const { directory } = synthShop({ stage, stages, layerFolder: import.meta.dirname });
    const file = join(directory, `${stackNameOf(stage)}.template.json`);
    return z.parse(Template, JSON.parse(readFileSync(file, "utf8")));
  };
  writeFileSync(
    permissionsFile,
    permissionsMarkdown({
      dev: readTemplate("dev"),
      prod: readTemplate("prod"),
      everything: readTemplate("everything"),
    }),
  );
  console.log(`Written: ${permissionsFile}. Read the difference: git diff`);
};

if (import.meta.main) await runCommand(writePermissions);
