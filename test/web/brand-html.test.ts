import { expect, test } from "vitest";
import { brandHtml } from "../../web/brand-html.ts";

test("the podcast's name and tagline are in a page's title as they are written, with any characters", () => {
  const html = '<title>%BRAND_NAME% | %BRAND_TAGLINE%</title><meta content="%BRAND_THEME_COLOR%" />';
  expect(brandHtml(html, { name: "Cash $& <3", tagline: 'A "b" & c', themeColor: "#FFF" })).toBe(
    '<title>Cash $&amp; &lt;3 | A &quot;b&quot; &amp; c</title><meta content="#FFF" />',
  );
});
