import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { readLines } from "../../../infra/commands/read-lines.ts";

const CTRL_C = "\u0003";

/** Types into a terminal: each text answers one question. */
async function type(...answers: string[]) {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  const shown: string[] = [];
  const stdout = {
    write: (text: string) => {
      shown.push(text);
      const answer = answers.shift();
      if (answer !== undefined) setImmediate(() => terminal.write(answer));
      return true;
    },
  };
  const lines = await readLines(["Key:", "A second key:"], terminal, stdout);
  return { lines, shown: shown.join(""), isPaused: terminal.isPaused() };
}

test("a terminal is asked each question, and shows no answer; the second may be empty", async () => {
  const { lines, shown } = await type("secret\r", "other\r");
  expect(lines).toEqual(["secret", "other"]);
  expect(shown).toMatch(/^Key: \(not shown\) \nA second key: \(not shown\) \n$/);
  // A terminal that is still read would keep the process from ending.
  expect(await type("secret\r", "\r")).toMatchObject({ lines: ["secret"], isPaused: true });
});

test("Ctrl+C at either question ends the command, with nothing changed", async () => {
  await expect(type(CTRL_C)).rejects.toThrow("Nothing was changed.");
  await expect(type("secret\r", CTRL_C)).rejects.toThrow("Nothing was changed.");
});

test("the lines that are piped to the command are read without a question", async () => {
  const piped = new PassThrough();
  piped.end("secret\n\n other \n");
  expect(await readLines(["Key:"], piped, { write: () => expect.unreachable() })).toEqual([
    "secret",
    "other",
  ]);
});
