// The DynamoDB server of the local stack, Dynoxide: one package for each platform, all of the same version.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runNpm } from "./npm.mjs";

/**
 * The platforms for which Dynoxide is published. package.json lists only the package for linux-x64, because the
 * registry for which package-lock.json was made had no other. This file installs the others, in the same version.
 */
const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"];
const LOCKED_PACKAGE = "@dynoxide/linux-x64";

const ownServerAdvice =
  "Start Amazon's DynamoDB Local (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.html) " +
  "and set DYNAMODB_ENDPOINT=http://localhost:8000 for npm start, npm run dev and npm test.";

/** The package for a machine. @param {{ platform: string, arch: string }} machine */
export const tableServerPackage = ({ platform, arch }) => `@dynoxide/${platform}-${arch}`;

/**
 * Decides whether the bootstrap does nothing, installs the package `specifier`, or stops and prints `advice`.
 * @param {{ platform: string, arch: string, endpoint?: string | undefined, version: string,
 *   installed: string | undefined }} facts
 *   `endpoint`: DYNAMODB_ENDPOINT; `version`: the package's version in package.json; `installed`: its version in node_modules.
 * @returns {{ action: "none" } | { action: "install", specifier: string } | { action: "stop", advice: string }}
 */
export function planTableServer({ platform, arch, endpoint, version, installed }) {
  if (endpoint || installed === version) return { action: "none" };
  if (PLATFORMS.includes(`${platform}-${arch}`))
    return { action: "install", specifier: `${tableServerPackage({ platform, arch })}@${version}` };
  const advice = `There is no DynamoDB server package for ${platform} on ${arch}. ${ownServerAdvice}`;
  return { action: "stop", advice };
}

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/**
 * Installs the table server for this machine if needed. Returns advice if there is no package, or if npm fails.
 * @param {string} root folder of the repository
 * @param {{ platform: string, arch: string }} machine
 */
export function installTableServer(root, machine = process) {
  const file = join(root, "node_modules", tableServerPackage(machine), "package.json");
  const plan = planTableServer({
    platform: machine.platform,
    arch: machine.arch,
    endpoint: process.env.DYNAMODB_ENDPOINT,
    version: readJson(join(root, "package.json")).optionalDependencies[LOCKED_PACKAGE],
    installed: existsSync(file) ? readJson(file).version : undefined,
  });
  if (plan.action === "none") return undefined;
  if (plan.action === "stop") return plan.advice;
  console.log(`Installing the DynamoDB server for this machine (${plan.specifier}) …`);
  if (runNpm(root, ["install", "--no-save", "--ignore-scripts", plan.specifier])) return undefined;
  return `${plan.specifier} could not be installed. ${ownServerAdvice}`;
}
