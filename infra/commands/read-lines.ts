import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Writes nothing, so that a terminal does not show what is typed. */
const silent = () => new Writable({ write: (_, __, done) => done() });

/**
 * The lines of standard input that are not empty. In a terminal it asks for one line, which is not shown, and then for a
 * second one that may be left empty.
 */
export async function readLines(question: string): Promise<string[]> {
  const { isTTY } = process.stdin;
  const lines: string[] = [];
  const input = createInterface({ input: process.stdin, output: silent(), terminal: isTTY });
  if (isTTY) process.stdout.write(`${question}(not shown) `);
  for await (const line of input) {
    lines.push(line.trim());
    if (!isTTY) continue;
    if (lines.length === 2) break;
    process.stdout.write("\nA second key for the webhook endpoint, or Enter to use the same: ");
  }
  if (isTTY) process.stdout.write("\n");
  return lines.filter((line) => line !== "");
}
