import { createInterface } from "node:readline";
import { Writable, type Readable } from "node:stream";
import { CommandError } from "./command.ts";

/** An output that drops everything, so that the terminal does not show what the operator types. */
const createSilentOutput = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * The lines of standard input that are not empty. In a terminal, asks each question and does not show the answer. An empty answer is
 * left out, so only the last question may be left unanswered. The questions go to standard error, because standard output may go
 * to a file. Throws if the operator presses Ctrl+C.
 */
export async function readLines(
  questions: readonly string[],
  stdin: Readable & { isTTY?: boolean } = process.stdin,
  output: Pick<Writable, "write"> = process.stderr,
): Promise<string[]> {
  const { isTTY = false } = stdin;
  const lines: string[] = [];
  const input = createInterface({ input: stdin, output: createSilentOutput(), terminal: isTTY });
  let isInterrupted = false;
  input.on("SIGINT", () => {
    isInterrupted = true;
    input.close();
  });
  const ask = () =>
    isTTY && output.write(`${lines.length > 0 ? "\n" : ""}${questions[lines.length] ?? ""} (not shown) `);
  ask();
  for await (const line of input) {
    lines.push(line.trim());
    if (isTTY && lines.length === questions.length) break;
    ask();
  }
  // An open input would keep the process running.
  input.close();
  if (isTTY) output.write("\n");
  if (isInterrupted) throw new CommandError("Nothing was changed.");
  return lines.filter((line) => line !== "");
}
