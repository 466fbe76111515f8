import { fileURLToPath } from "node:url";
import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allowHotReload } from "../../../infra/local/dev/page-policy.ts";
import { newVisitor, NOT_FOUND_ERROR, openBrowser } from "../../support/browser.ts";
import { startDevTree, type DevTree } from "./dev-tree.ts";

const NOT_FOUND = "web/src/features/not-found/not-found-page.tsx";
const CONTACT = "lambdas/contact-api.ts";

let tree: DevTree;
let browser: Browser;
beforeAll(async () => {
  [tree, browser] = await Promise.all([startDevTree(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await tree.stop();
});

/** The status of the response to an empty contact form, which the unchanged function refuses with 400. */
const statusOfForm = async (): Promise<number> => {
  const response = await fetch(`${tree.url}/api/contact`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: tree.url },
    body: "{}",
  });
  return response.status;
};
/** A new bundle of a function takes long while other tests use the processors. */
const LONG_TIMEOUT = { timeout: 60_000 };
const HANDLER = /export const handler\b[^]*$/;
const handlerReturning = (statusCode: number): string =>
  `export const handler = () => Promise.resolve({ statusCode: ${statusCode} });\n`;

describe("the dev server", () => {
  test("shows a changed component without reloading the page", async () => {
    const { page, problems } = await newVisitor(browser, tree.url);
    await page.goto("/no-such-page");
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    const loadedAt = await page.evaluate(() => performance.timeOrigin);

    tree.edit(NOT_FOUND, "Page not found", "Page spilled");
    await page.getByRole("heading", { name: "Page spilled" }).waitFor();
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt);
    expect(problems).toEqual([NOT_FOUND_ERROR]);
    await page.context().close();
  });

  test("serves the complete fonts, which are in a package", async () => {
    const font = fileURLToPath(
      import.meta.resolve("@fontsource-variable/besley/files/besley-latin-wght-normal.woff2"),
    );
    const response = await fetch(`${tree.url}/@fs${font}`);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "font/woff2"]);
  });

  test("signs an admin in, with no error of the content security policy", async () => {
    const { page, problems } = await newVisitor(browser, tree.url);
    await page.goto("/admin/login");
    await page.getByLabel("Email Address").fill("admin@bourbonvipers.example");
    await page.getByLabel("Password", { exact: true }).fill("Rickhouse-9!");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Admin Dashboard" }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test("runs a function's changed code, and prints which function it replaced", async () => {
    await expect.poll(statusOfForm, LONG_TIMEOUT).toBe(400);
    const outputLength = tree.output().length;
    tree.edit(CONTACT, HANDLER, handlerReturning(418));
    await expect.poll(statusOfForm, LONG_TIMEOUT).toBe(418);
    expect(tree.output().slice(outputLength)).toMatch(/^Replaced contact-api$/m);
  });

  test("runs the last valid code while the source has an error, prints where the error is, and replaces other functions", async () => {
    tree.edit(CONTACT, HANDLER, handlerReturning(419));
    await expect.poll(statusOfForm, LONG_TIMEOUT).toBe(419);
    tree.edit(CONTACT, "statusCode: 419", "statusCode: (");
    await expect.poll(() => tree.output(), LONG_TIMEOUT).toContain(`${CONTACT}:`);
    const outputLength = tree.output().length;
    tree.edit("shared/api-messages.ts", "Cart is empty.", "The cart is empty.");
    await expect
      .poll(() => tree.output().slice(outputLength), LONG_TIMEOUT)
      .toMatch(/^Replaced checkout-api$/m);
    expect(await statusOfForm()).toBe(419);
  });

  test("names the line of the TypeScript source when a function throws", async () => {
    const source = tree.edit(
      CONTACT,
      HANDLER,
      'export const handler = () => {\n  throw new Error("spilled");\n};\n',
    );
    const line = source.split("\n").findIndex((text) => text.includes("spilled")) + 1;
    await expect.poll(statusOfForm, LONG_TIMEOUT).toBe(502);
    // While the file is being written, its function may answer 502 as well.
    await expect.poll(() => tree.log("contact-api"), LONG_TIMEOUT).toContain(`${CONTACT}:${line}:`);
  });
});

test("hot reload adds its sources to the deployed content policy and removes no source", () => {
  const policy = "default-src 'self'; script-src 'self'; connect-src 'self' https://example.org";
  expect(allowHotReload(policy, { nonce: "abc", host: "localhost:8080" })).toBe(
    "default-src 'self'; script-src 'self' 'nonce-abc'; " +
      "connect-src 'self' https://example.org ws://localhost:8080; worker-src 'self' blob:",
  );
});
