import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { permissionsMarkdown, permissionsFile } from "../../../infra/commands/permissions.ts";
import { Template } from "../../../infra/commands/template-text.ts";
import { stageTemplate } from "../stage-templates.ts";

const templateOf = async (stage: "dev" | "prod" | "everything") =>
  z.parse(Template, (await stageTemplate(stage)).toJSON());

test("infra/PERMISSIONS.md lists the statements of the templates; npm run permissions writes it", async () => {
  const text = permissionsMarkdown({
    dev: await templateOf("dev"),
    prod: await templateOf("prod"),
    everything: await templateOf("everything"),
  });
  expect(readFileSync(permissionsFile, "utf8")).toBe(text);
});

test("a resource with statements is refused by name if the command does not read statements of its type", () => {
  const Statement = [{ Effect: "Allow", Action: "kms:Decrypt", Principal: "*" }];
  const Resources = { Key: { Type: "AWS::KMS::Key", Properties: { KeyPolicy: { Statement } } } };
  expect(() => permissionsMarkdown({ dev: { Resources } })).toThrow("Key is a AWS::KMS::Key");
});
