import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { responseTime } from "../../shared/site/response-time.ts";
import { seo } from "../../shared/site/seo.ts";

const folder = join(import.meta.dirname, "../../shared/site");
const texts = readdirSync(folder)
  .map((file) => readFileSync(join(folder, file), "utf8"))
  .join("\n");

test("no text of the site asks to tick a box, because delivery is a choice of two options", () =>
  expect(texts).not.toMatch(/\b(un)?tick(ed|ing)?\b/i));

test("no text of the site promises a show for each week, because an episode comes every other Thursday", () => {
  expect(texts).toContain("every other Thursday");
  expect(texts).not.toMatch(/\b(each|every) week|\bweekly/i);
});

// The description is part of every page's first load, so it does not import the time.
test("the contact page's description for search engines has the same response time as the page", () =>
  expect(seo["/contact"].description).toContain(` within ${responseTime}.`));
