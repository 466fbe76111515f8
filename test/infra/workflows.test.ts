import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "@actions/languageservice/validate";
import { TextDocument } from "vscode-languageserver-textdocument";
import { parse } from "yaml";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { stages } from "../../infra/stages.ts";
import { temporaryFolder } from "./local/serve.ts";

const root = new URL("../../", import.meta.url);
const folder = new URL(".github/workflows/", root);

const Permissions = z.record(z.string(), z.enum(["read", "write", "none"]));
const Step = z.object({
  uses: z.optional(z.string()),
  run: z.optional(z.string()),
  env: z.optional(z.record(z.string(), z.string())),
  with: z.optional(z.record(z.string(), z.unknown())),
});
const Job = z.object({
  uses: z.optional(z.string()),
  permissions: Permissions,
  "timeout-minutes": z.optional(z.number()),
  environment: z.optional(z.string()),
  concurrency: z.optional(z.object({ "cancel-in-progress": z.boolean() })),
  with: z.optional(z.record(z.string(), z.string())),
  steps: z.optional(z.array(Step)),
});
const Workflow = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions: Permissions,
  concurrency: z.optional(z.unknown()),
  jobs: z.record(z.string(), Job),
});

const files = readdirSync(folder);
const textOf = (file: string) => readFileSync(new URL(file, folder), "utf8");
const workflows = files.map((file) => ({ file, ...z.parse(Workflow, parse(textOf(file))) }));
const jobs = workflows.flatMap((workflow) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ name: `${workflow.file} ${name}`, ...job })),
);
const steps = jobs.flatMap(({ name, steps = [] }) => steps.map((step) => ({ job: name, ...step })));

/**
 * Line and message of each finding of the linter of GitHub's editor extension. The linter caches texts by name, so each text
 * needs its own `file`.
 */
const lint = async (file: string, text: string) =>
  (await validate(TextDocument.create(new URL(file, folder).href, "yaml", 1, text))).map(
    ({ range, message }) => `${range.start.line + 1}: ${JSON.stringify(message)}`,
  );

describe("the workflows", () => {
  it.each(files)("are without findings of the linter: %s", async (file) => {
    expect(await lint(file, textOf(file))).toEqual([]);
  });

  it("are checked by a linter that finds a wrong key, name, output and dependency", async () => {
    const wrong = `
on: push
jobs:
  one:
    needs: two
    runs-on: ubuntu-24.04
    timeout-minute: 5
    steps:
      - run: echo $TEXT
        env:
          TEXT: \${{ githup.sha }}
          NAME: \${{ steps.none.outputs.name }}
`;
    const findings = await lint("wrong.yml", wrong);
    for (const mistake of [/^5: .*two/, /^7: .*timeout-minute/, /^11: .*githup/, /^12: .*none/])
      expect(findings).toContainEqual(expect.stringMatching(mistake));
  });

  it("use actions by their commit, with the version in a comment, and never by a tag that can be moved", () => {
    const lines = files.flatMap((file) =>
      textOf(file)
        .split("\n")
        .filter((line) => /\buses:/.test(line)),
    );
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) expect(line).toMatch(/uses: (\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\S+\.yml)$/);
  });

  it.each(workflows)("give a job no permission that the job does not declare: $file", ({ permissions }) => {
    expect(permissions).toEqual({});
  });

  it("have write permission only for comments, in a job without the pull request's code, and for the identity of deployments", () => {
    const writing = jobs.flatMap(({ name, permissions }) =>
      Object.entries(permissions).flatMap(([scope, right]) =>
        right === "write" ? [`${name}: ${scope}`] : [],
      ),
    );
    expect(writing.sort()).toEqual([
      "delivery.yml dev: id-token",
      "delivery.yml prod: id-token",
      "deploy.yml deploy: id-token",
      "template-diff.yml comment: pull-requests",
    ]);
    const commenting = steps.filter(({ job }) => job === "template-diff.yml comment");
    // The job's only step uses no action, so the job does not check out the code.
    expect(commenting.map(({ uses }) => uses)).toEqual([undefined]);
  });

  it("have a time limit, and run one at a time for a branch or a stage", () => {
    for (const { uses, "timeout-minutes": minutes } of jobs)
      if (!uses) expect(minutes).toBeLessThanOrEqual(60);
    const withoutGroup = workflows.filter(
      ({ concurrency, jobs }) =>
        !concurrency && Object.values(jobs).some((job) => job.steps && !job.concurrency),
    );
    expect(withoutGroup).toEqual([]);
    expect(jobs.filter(({ environment }) => environment).map((job) => job.concurrency)).toEqual([
      expect.objectContaining({ "cancel-in-progress": false }),
    ]);
  });

  it("put no expression into a command, because a branch's name or a title could contain a command", () => {
    const commands = steps.flatMap(({ run }) => run ?? []);
    expect(commands.length).toBeGreaterThan(5);
    for (const command of commands) expect(command).not.toContain("${{");
  });

  it("run a fork's code without secrets and without the token of a checkout", () => {
    for (const { on } of workflows) expect(Object.keys(on)).not.toContain("pull_request_target");
    for (const file of files) expect(textOf(file)).not.toContain("secrets.");
    for (const { uses = "", with: inputs } of steps)
      if (uses.startsWith("actions/checkout@"))
        expect(inputs).toMatchObject({ "persist-credentials": false });
  });

  it("call npm scripts that exist", () => {
    const { scripts } = z.parse(
      z.object({ scripts: z.record(z.string(), z.string()) }),
      JSON.parse(readFileSync(new URL("package.json", root), "utf8")),
    );
    const called = steps.flatMap(({ run = "" }) =>
      [...run.matchAll(/\bnpm (?:run (?:--silent )?)?([a-z][\w:]*)/g)].map(([, name]) => name),
    );
    const npmCommands = ["ci", "audit"];
    for (const name of called) expect([...npmCommands, ...Object.keys(scripts)]).toContain(name);
    expect(called).toEqual(expect.arrayContaining(["test", "deploy", "sbom"]));
  });

  it("deploy stages that exist, each with the role in its own variable", () => {
    const deployInputs = workflows
      .filter(({ file }) => file === "delivery.yml")
      .flatMap(({ jobs }) => Object.values(jobs).flatMap((job) => (job.with ? [job.with] : [])));
    expect(deployInputs.map(({ stage }) => stage)).toEqual(["dev", "prod"]);
    for (const { stage = "", role } of deployInputs) {
      expect(Object.keys(stages)).toContain(stage);
      expect(role).toBe(`\${{ vars.DEPLOY_ROLE_${stage.toUpperCase()} }}`);
    }
  });

  it("release at once only if somebody starts the run by hand and asks for it", () => {
    const delivery = workflows.find(({ file }) => file === "delivery.yml");
    expect(delivery?.on["workflow_dispatch"]).toMatchObject({
      inputs: { "at-once": { type: "boolean", default: false } },
    });
    const deployments = Object.values(delivery?.jobs ?? {}).flatMap((job) => (job.with ? [job.with] : []));
    // A push has no inputs, so the expression is false.
    for (const inputs of deployments) expect(inputs["at-once"]).toBe("${{ inputs.at-once == true }}");
    const deploy = steps.find(({ run = "" }) => run.startsWith("npm run deploy"));
    expect(deploy?.env).toEqual({
      STAGE: "${{ inputs.stage }}",
      AT_ONCE: "${{ inputs.at-once && '--at-once' || '' }}",
    });
    expect(deploy?.run).toBe('npm run deploy -- --stage "$STAGE" --yes $AT_ONCE');
  });

  it("install packages, also those of the layer, before the job has credentials of AWS", () => {
    const deploying = steps.filter(({ job }) => job === "deploy.yml deploy");
    const credentialsIndex = deploying.findIndex(({ uses = "" }) =>
      uses.startsWith("aws-actions/configure-aws-credentials@"),
    );
    const installIndexes = deploying.flatMap(({ run = "" }, i) =>
      /^npm (ci|run build:layer)$/.test(run) ? [i] : [],
    );
    expect(installIndexes).toHaveLength(2);
    expect(Math.max(...installIndexes)).toBeLessThan(credentialsIndex);
  });

  it("deploy the latest commit of main only, so that an older one never replaces it", () => {
    const commands = steps.filter(({ job }) => job === "deploy.yml deploy").map(({ run = "" }) => run);
    const deployIndex = commands.findIndex((run) => run.startsWith("npm run deploy"));
    /** The step before the deployment, which asks GitHub's command `gh` for the latest commit of main. */
    const checkCommand = commands[deployIndex - 1] ?? "";
    const commandFolder = temporaryFolder();
    writeFileSync(join(commandFolder, "gh"), "#!/bin/sh\necho new", { mode: 0o755 });
    const runFor = (GITHUB_SHA: string) =>
      spawnSync("bash", ["-e", "-c", checkCommand], {
        env: { PATH: `${commandFolder}:/usr/bin:/bin`, GITHUB_SHA },
        encoding: "utf8",
      });
    expect(runFor("new")).toMatchObject({ status: 0, stdout: "" });
    expect(runFor("old")).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("main is at new") as string,
    });
    writeFileSync(join(commandFolder, "gh"), "#!/bin/sh\nexit 4", { mode: 0o755 });
    expect(runFor("new").status).toBe(4);
  });

  it("are updated by Dependabot, and so are the packages", () => {
    const { updates } = z.parse(
      z.object({ updates: z.array(z.object({ "package-ecosystem": z.string() })) }),
      parse(readFileSync(new URL(".github/dependabot.yml", root), "utf8")),
    );
    expect(updates.map((update) => update["package-ecosystem"])).toEqual(["npm", "github-actions"]);
  });
});
