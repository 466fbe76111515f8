import { describe, expect, it } from "vitest";
import { fileOfFunction, functionNameOf, stackNameOf, stackPrefixOf } from "../../infra/names.ts";
import { lambdaEntries } from "../support/lambda-entries.ts";

describe("the start of names in AWS", () => {
  it.each(["night-desk", "a", "radio2", "n".repeat(24)])("may be %s", (nameStart) => {
    expect(stackPrefixOf(nameStart)).toBe(`${nameStart}-`);
  });

  it.each(["", "Night-Desk", "2-radio", "night desk", "night_desk", "n".repeat(25)])(
    "is refused if it is '%s', and the error names the file",
    (nameStart) => expect(() => stackPrefixOf(nameStart)).toThrow("shared/site/aws-names.ts"),
  );
});

it("the name of a function contains its stack and file, and has at most the 64 characters that Lambda accepts", () => {
  expect(lambdaEntries).toContain("reconcile-books");
  for (const file of lambdaEntries) {
    expect(functionNameOf(`${stackPrefixOf("n".repeat(24))}prod`, file).length).toBeLessThanOrEqual(64);
    expect(fileOfFunction(functionNameOf(stackNameOf("prod"), file))).toBe(file);
  }
});
