import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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
/** What earlier starts have built from the same sources, so that this start need not build it again. */
const BUILT = [".build/web", ".build/assemblies"];

export type DevTree = {
  url: string;
  /** What the dev server has written. */
  output(): string;
  /** A function's own log. */
  log(name: string): string;
  /** Replace a text in a file of the tree; throws if the text is not there. Answers the new content. */
  edit(path: string, from: string | RegExp, to: string): string;
  stop(): Promise<void>;
};

/**
 * Copies the sources and runs `npm run dev` on the copy, so that a test can edit them. The copy is inside the
 * repository, where its files find node_modules.
 */
export async function startDevTree(): Promise<DevTree> {
  const build = join(root, ".build");
  mkdirSync(build, { recursive: true });
  const tree = mkdtempSync(join(build, "dev-tree-"));
  for (const path of [...SOURCES, ...BUILT].filter((name) => existsSync(join(root, name))))
    cpSync(join(root, path), join(tree, path), { recursive: true, verbatimSymlinks: true });
  const data = join(tree, ".shop");
  const child = spawn(process.execPath, [join(tree, "infra/local/main.ts"), "--dev"], {
    cwd: tree,
    // Vitest's own NODE_ENV would make Vite serve the pages for tests.
    env: { ...process.env, NODE_ENV: undefined, PORT: "0", SHOP_DATA: data },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  const exit = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill("SIGINT");
    await exit;
    rmSync(tree, { recursive: true, force: true, maxRetries: 5 });
  };
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      written += chunk.toString();
      const [, ready] = /^Bourbon Vipers is ready: (\S+)$/m.exec(written) ?? [];
      if (ready) resolve(ready);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", () => reject(new Error(`The dev server ended:\n${written}`)));
  });
  return {
    url,
    stop,
    output: () => written,
    log: (name) => readFileSync(join(data, `logs/bourbon-vipers-local-${name}.log`), "utf8"),
    edit(path, from, to) {
      const before = readFileSync(join(tree, path), "utf8");
      const after = before.replace(from, to);
      if (after === before) throw new Error(`${path} does not contain ${String(from)}`);
      writeFileSync(join(tree, path), after);
      return after;
    },
  };
}
