import { closeSync, mkdirSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

/** In bytes. A larger log file is emptied when the stack starts. */
const MAX_LOG_BYTES = 5_000_000;

export type FunctionLog = { path: string; write(text: string): void; close(): void };

/** The log file of one function, `logs/<name>.log` under the data folder. */
export function openFunctionLog(dataDir: string, name: string): FunctionLog {
  const folder = join(dataDir, "logs");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.log`);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  let file: number | undefined = openSync(path, size > MAX_LOG_BYTES ? "w" : "a");
  return {
    path,
    write(text) {
      if (file !== undefined) writeSync(file, text.endsWith("\n") ? text : `${text}\n`);
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
