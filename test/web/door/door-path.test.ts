import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DOOR_PATH } from "../../../shared/tickets/door-path.ts";

const readWebFile = (file: string): string =>
  readFileSync(join(import.meta.dirname, "../../../web", file), "utf8");

test("the paths of the door's manifest and worker begin with the door's path, so that they get the headers of the door", () => {
  expect(readWebFile("door/index.html")).toContain(`<link rel="manifest" href="${DOOR_PATH}.webmanifest" />`);
  expect(readWebFile("src/features/door/register-worker.ts")).toContain(
    `WORKER_PATH = "${DOOR_PATH}-worker.js"`,
  );
});
