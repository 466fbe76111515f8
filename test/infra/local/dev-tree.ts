import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { STACK_PREFIX } from "../../../infra/names.ts";
import { READY_LINE } from "../../support/shop-process.ts";

const root = join(import.meta.dirname, "../../..");
const SOURCES = [
  "infra",
  "lambdas",
  "shared",
  "web",
  "package.json",
  "package-lock.json",
  "cdk.json",
  "tsconfig.json",
];
/** Results of earlier builds, which are copied so that the dev server need not build them again. */
const BUILD_RESULTS = [".build/web", ".build/pages"];
/** The synthesized stacks. The copy shares this folder, which may be large; its entries have unique names. */
const ASSEMBLIES = ".build/assemblies";

export type DevTree = {
  url: string;
  /** Everything that the dev server has printed so far. */
  output(): string;
  /** The log of a function so far. */
  log(name: string): string;
  /** Replaces `from` in a file and returns the new content. Throws if the file does not contain `from`. */
  edit(path: string, from: string | RegExp, to: string): string;
  stop(): Promise<void>;
};

/**
 * Copies the sources and runs the dev server on the copy, so that a test can edit the copied sources. The copy
 * is inside the repository, because its imports need node_modules.
 */
export async function startDevTree(): Promise<DevTree> {
  const buildFolder = join(root, ".build");
  mkdirSync(buildFolder, { recursive: true });
  const treeFolder = mkdtempSync(join(buildFolder, "dev-tree-"));
  for (const path of [...SOURCES, ...BUILD_RESULTS].filter((name) => existsSync(join(root, name))))
    cpSync(join(root, path), join(treeFolder, path), { recursive: true, verbatimSymlinks: true });
  mkdirSync(join(root, ASSEMBLIES), { recursive: true });
  mkdirSync(join(treeFolder, ".build"), { recursive: true });
  symlinkSync(join(root, ASSEMBLIES), join(treeFolder, ASSEMBLIES), "junction");
  const dataDir = join(treeFolder, ".shop");
  const child = spawn(process.execPath, [join(treeFolder, "infra/local/main.ts"), "--dev"], {
    cwd: treeFolder,
    // With the NODE_ENV that Vitest sets, Vite would serve the pages for tests.
    env: { ...process.env, NODE_ENV: undefined, PORT: "0", SHOP_DATA: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const exit = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill("SIGINT");
    await exit;
    rmSync(treeFolder, { recursive: true, force: true, maxRetries: 5 });
  };
  const url = await new Promise<string>((resolve, reject) => {
    const readOutput = (chunk: Buffer): void => {
      output += chunk.toString();
      const [, readyUrl] = READY_LINE.exec(output) ?? [];
      if (readyUrl) resolve(readyUrl);
    };
    child.stdout.on("data", readOutput);
    child.stderr.on("data", readOutput);
    child.once("exit", () => reject(new Error(`The dev server ended:\n${output}`)));
  });
  return {
    url,
    stop,
    output: () => output,
    log: (name) => readFileSync(join(dataDir, `logs/${STACK_PREFIX}local-${name}.log`), "utf8"),
    edit(path, from, to) {
      const before = readFileSync(join(treeFolder, path), "utf8");
      const after = before.replace(from, to);
      if (after === before) throw new Error(`${path} does not contain ${String(from)}`);
      writeFileSync(join(treeFolder, path), after);
      return after;
    },
  };
}
