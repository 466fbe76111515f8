import { escapeHtml } from "../shared/html.ts";

type Brand = { name: string; tagline: string; themeColor: string };

/** Writes the podcast's name, tagline and color into an HTML file in place of `%BRAND_NAME%` and so on. */
export const brandHtml = (html: string, { name, tagline, themeColor }: Brand): string =>
  // Functions, because `$&` in a replacement text would insert the placeholder.
  html
    .replaceAll("%BRAND_NAME%", () => escapeHtml(name))
    .replaceAll("%BRAND_TAGLINE%", () => escapeHtml(tagline))
    .replaceAll("%BRAND_THEME_COLOR%", () => escapeHtml(themeColor));
