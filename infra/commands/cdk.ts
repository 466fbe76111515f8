import { spawnSync } from "node:child_process";

/** Runs the CDK's command line of this project; false if it failed. */
export type RunCdk = (args: readonly string[]) => boolean;

export const runCdk: RunCdk = (args) =>
  spawnSync("npx", ["cdk", ...args], { stdio: "inherit", shell: process.platform === "win32" }).status === 0;
