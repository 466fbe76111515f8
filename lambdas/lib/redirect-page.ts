import { html } from "../../shared/html.ts";

/** An HTML page that redirects to `path`, with a link for browsers that do not follow. */
export const redirectPage = (path: string, title: string): string =>
  html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta http-equiv="refresh" content="0; url=${path}" />
      <title>${title}</title>
      <a href="${path}">${title}</a>
    </html>`.text;
