import { expect, test } from "vitest";
import { createCleanup } from "../../../infra/local/util/steps.ts";

test("all parts are stopped, the last part first, even if some of them fail", async () => {
  const stopped: string[] = [];
  const cleanup = createCleanup();
  cleanup.add(() => void stopped.push("first"));
  cleanup.add(() => {
    throw new Error("It cannot be stopped");
  });
  cleanup.add(() => Promise.reject(new Error("It cannot be stopped")));
  cleanup.add(() => void stopped.push("last"));
  await cleanup.run();
  expect(stopped).toEqual(["last", "first"]);
});
