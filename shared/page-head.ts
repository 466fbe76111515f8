import { headTags } from "./head-tags.ts";
import { escapeHtml } from "./html.ts";
import type { PageMeta } from "./page-meta.ts";
import { structuredText } from "./structured-data.ts";

/** A placeholder for the site's origin in built files. The deployment replaces the placeholder. */
export const ORIGIN_TOKEN = "__ORIGIN__";

/** The head of a page as escaped HTML. */
export function renderHead(page: PageMeta, origin: string = ORIGIN_TOKEN): string {
  const tags = headTags(page, origin).map(
    ({ tag, key, value }) => `<${tag} ${key[0]}="${key[1]}" ${value[0]}="${escapeHtml(value[1])}" />`,
  );
  const jsonLd = structuredText(page, origin);
  // Browsers do not run a script element of this type, so the Content-Security-Policy allows the element.
  const scripts = jsonLd ? [`<script type="application/ld+json">${jsonLd}</script>`] : [];
  return [`<title>${escapeHtml(page.title)}</title>`, ...tags, ...scripts].join("\n    ");
}

const HEAD_IN_PAGE = /<!--page-meta-->[^]*?<!--\/page-meta-->/;

/** A built page with a new head. `origin` is '' or `https://…` without a slash at the end. */
export const withHead = (html: string, page: PageMeta, origin?: string): string =>
  html.replace(
    HEAD_IN_PAGE,
    () => `<!--page-meta-->\n    ${renderHead(page, origin)}\n    <!--/page-meta-->`,
  );
