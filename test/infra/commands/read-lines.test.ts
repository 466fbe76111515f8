import { PassThrough } from "node:stream";
import { expect, test, vi } from "vitest";
import { readLines } from "../../../infra/commands/read-lines.ts";

const CTRL_C = "\u0003";

/** Types into a terminal: each text answers one question. */
async function typeAnswers(...answers: string[]) {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  const shown: string[] = [];
  const output = {
    write: (text: string) => {
      shown.push(text);
      const answer = answers.shift();
      if (answer !== undefined) setImmediate(() => terminal.write(answer));
      return true;
    },
  };
  const lines = await readLines(["Key:", "A second key:"], terminal, output);
  return { lines, shown: shown.join(""), isPaused: terminal.isPaused() };
}

test("a terminal shows each question but not the answers; the second answer may be empty", async () => {
  const { lines, shown } = await typeAnswers("secret\r", "other\r");
  expect(lines).toEqual(["secret", "other"]);
  expect(shown).toMatch(/^Key: \(not shown\) \nA second key: \(not shown\) \n$/);
  // If the terminal were still read, the process would not end.
  expect(await typeAnswers("secret\r", "\r")).toMatchObject({ lines: ["secret"], isPaused: true });
});

test("Ctrl+C at either question ends the command, with nothing changed", async () => {
  await expect(typeAnswers(CTRL_C)).rejects.toThrow("Nothing was changed.");
  await expect(typeAnswers("secret\r", CTRL_C)).rejects.toThrow("Nothing was changed.");
});

test("the lines that are piped to the command are read without a question", async () => {
  const piped = new PassThrough();
  piped.end("secret\n\n other \n");
  expect(await readLines(["Key:"], piped, { write: () => expect.unreachable() })).toEqual([
    "secret",
    "other",
  ]);
});

test("the question goes to standard error, so it is not in a file to which standard output is redirected", async () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  const [output, errors] = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, "write").mockReturnValue(true),
  );
  terminal.write("secret\r");
  const lines = await readLines(["Key:"], terminal);
  const [written, asked] = [output, errors].map((write) => write?.mock.calls.flat().join(""));
  vi.restoreAllMocks();
  expect({ lines, written, asked }).toEqual({
    ...{ lines: ["secret"], written: "" },
    asked: "Key: (not shown) \n",
  });
});
