import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod/mini";
import { afterAll } from "vitest";

const root = join(import.meta.dirname, "../..");
/** Longest wait for the line that says that everything answers, in ms: it may have to build the site first. */
const START_MS = 90_000;
const READY = /is ready: (http\S+)/;

/** Moves every clock of the process and of its workers on; timers keep running. */
const later = (ms: number): string =>
  `data:text/javascript,${encodeURIComponent(
    `const real = Date; const ahead = () => real.now() + ${ms};
     globalThis.Date = class Date extends real {
       constructor(...given) { if (given.length > 0) super(...given); else super(ahead()); }
       static now() { return ahead(); }
     };`,
  )}`;

type Running = { child: ChildProcess; url: string; output: string[] };

function start(dataDir: string, port: string, aheadMs: number): Promise<Running> {
  const clock = aheadMs > 0 ? ["--import", later(aheadMs)] : [];
  const child = spawn(process.execPath, [...clock, "infra/local/main.ts"], {
    cwd: root,
    env: { ...process.env, PORT: port, SHOP_DATA: dataDir, NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: string[] = [];
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      child.kill("SIGKILL");
      reject(new Error(`The local stack ${why}:\n${output.join("")}`));
    };
    const timer = setTimeout(() => fail(`was not ready within ${START_MS / 1000} s`), START_MS);
    const ended = (): void => fail("ended before it was ready");
    child.once("exit", ended);
    const read = (chunk: Buffer): void => {
      output.push(chunk.toString());
      const url = READY.exec(output.join(""))?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      child.off("exit", ended);
      child.stdout.off("data", read);
      child.stdout.resume();
      resolve({ child, url, output });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", (chunk: Buffer) => void output.push(chunk.toString()));
  });
}

/** The whole shop on this machine, in a process of its own that can be killed, as `npm start` runs it. */
export type LocalStack = {
  /** Where it answers, without a slash at the end; the same after a restart. */
  readonly url: string;
  /** What its processes have written. */
  readonly output: string;
  /** kill -9: nothing gets to end in order. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port; `laterMs` is how much time has passed for it since it was first started. */
  restart(laterMs?: number): Promise<void>;
  /** Ends it as Ctrl-C does; answers its exit status. */
  stop(): Promise<number | null>;
  /** The secret that Stripe signs its webhooks with. */
  webhookSecret(): string;
  /** A function's own log, by the function's name. */
  log(name: string): string;
};

/** Starts the shop with empty shelves, but for the seed; ends it and removes its data after the file's tests. */
export async function startLocalStack(): Promise<LocalStack> {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-stack-"));
  let running = await start(dataDir, "0", 0);
  const end = async (signal: "SIGKILL" | "SIGINT"): Promise<number | null> => {
    const { child } = running;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exit = once(child, "exit");
    child.kill(signal);
    await exit;
    return child.exitCode;
  };
  afterAll(async () => {
    await end("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    get url() {
      return running.url;
    },
    get output() {
      return running.output.join("");
    },
    kill: async () => void (await end("SIGKILL")),
    async restart(laterMs = 0) {
      running = await start(dataDir, new URL(running.url).port, laterMs);
    },
    stop: () => end("SIGINT"),
    webhookSecret() {
      const known = z.parse(
        z.record(z.string(), z.string()),
        JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")),
      );
      const secret = Object.values(known).find((value) => value.startsWith("whsec_"));
      if (secret === undefined) throw new Error("The stack has no webhook secret.");
      return secret;
    },
    log: (name) => readFileSync(join(dataDir, `logs/bourbon-vipers-local-${name}.log`), "utf8"),
  };
}
