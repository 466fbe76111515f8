import { preprocessCSS, resolveConfig } from "vite";
import { expect, test } from "vitest";
import { withoutUnusedStyles } from "../../web/unused-styles.ts";

const config = await resolveConfig(
  { configFile: false, css: { postcss: { plugins: [withoutUnusedStyles] } } },
  "build",
);
const processCss = async (css: string) =>
  (await preprocessCSS(css, "amplify.css", config)).code.replace(/\s+/g, " ").trim();

test("the build removes variables of Amplify that no rule uses, also those that only a removed variable used", async () => {
  const variables = "--amplify-a: red; --amplify-b: var(--amplify-c); --amplify-c: blue; --ours: 1px";
  expect(await processCss(`:root { ${variables} } p { color: var(--amplify-a) }`)).toBe(
    ":root { --amplify-a: red; --ours: 1px } p { color: var(--amplify-a) }",
  );
});

test("the build keeps variables that a used variable needs", async () => {
  const css = ":root { --amplify-b: var(--amplify-c); --amplify-c: blue } p { color: var(--amplify-b) }";
  expect(await processCss(css)).toBe(css);
});

test("the build keeps a variable whose use is broken into several lines, as in Amplify's files", async () => {
  const css = ":root { --amplify-b: red } p { color: var( --amplify-b ) }";
  expect(await processCss(css.replace("var( --amplify-b )", "var(\n    --amplify-b\n  )"))).toBe(css);
});

test("the build removes variations of Amplify's components that the site does not use, and keeps the other selectors", async () => {
  expect(
    await processCss(
      ".amplify-button--primary--error { color: red } .amplify-input, .amplify-input--quiet { margin: 0 } .warning { top: 0 }",
    ),
  ).toBe(".amplify-input { margin: 0 } .warning { top: 0 }");
});
