import { createInterface } from "node:readline";
import { Writable, type Readable } from "node:stream";
import { CommandError } from "./command.ts";

/** Writes nothing, so that a terminal does not show what is typed. */
const silent = () => new Writable({ write: (_, __, done) => done() });

/**
 * The lines of standard input that are not empty. In a terminal it asks for one line, which is not shown, and then for a
 * second one that may be left empty. Throws if the operator presses Ctrl+C.
 */
export async function readLines(
  question: string,
  stdin: Readable & { isTTY?: boolean } = process.stdin,
  stdout: Pick<Writable, "write"> = process.stdout,
): Promise<string[]> {
  const { isTTY = false } = stdin;
  const lines: string[] = [];
  const input = createInterface({ input: stdin, output: silent(), terminal: isTTY });
  let isInterrupted = false;
  input.on("SIGINT", () => {
    isInterrupted = true;
    input.close();
  });
  if (isTTY) stdout.write(`${question}(not shown) `);
  for await (const line of input) {
    lines.push(line.trim());
    if (!isTTY) continue;
    if (lines.length === 2) break;
    stdout.write("\nA second key for the webhook endpoint, or Enter to use the same: ");
  }
  // Otherwise the process would not end.
  input.close();
  if (isTTY) stdout.write("\n");
  if (isInterrupted) throw new CommandError("Nothing was changed.");
  return lines.filter((line) => line !== "");
}
