import { closeSync, mkdirSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

/** In bytes. A larger log file is emptied when the stack starts. */
const MAX_LOG_BYTES = 5_000_000;

export type FunctionLog = ReturnType<typeof openFunctionLog>;
/** A logged error, with the place in our sources where it was thrown: 'lambdas/contact-api.ts:12'. */
const ERROR_LINE = /^(?=ERROR |.*"level":"ERROR")[^]*?\b((?:lambdas|shared)\/[\w./-]+\.ts:\d+)/;

/** The log file of one function, `logs/<name>.log` under the data folder. `onError` gets the place of each logged error. */
export function openFunctionLog(dataDir: string, name: string, onError: (place: string) => void) {
  const folder = join(dataDir, "logs");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.log`);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  let file: number | undefined = openSync(path, size > MAX_LOG_BYTES ? "w" : "a");
  return {
    path,
    write(text: string): void {
      if (file === undefined) return;
      writeSync(file, text.endsWith("\n") ? text : `${text}\n`);
      const [, place] = ERROR_LINE.exec(text) ?? [];
      if (place) onError(place);
    },
    close(): void {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}
