import type { Html } from "../../shared/html.ts";
import { html } from "../../shared/html.ts";
import { brand } from "../../shared/site/brand.ts";

type Action = { label: string; url: string };

/** A mail's frame: one table, inline styles, readable in light and dark clients. `preview` is what an inbox shows first. */
export const mailHtml = (title: string, preview: string, body: Html, action?: Action): string =>
  `<!doctype html>${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
      </head>
      <body style="margin:0;padding:0;background:#FAF6F0;color:#1F1712">
        <div style="display:none;max-height:0;overflow:hidden">${preview}</div>
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#FAF6F0">
          <tr>
            <td align="center" style="padding:24px 12px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:600px;background:#FFFFFF;border:1px solid #D9CBBB;border-radius:8px"
              >
                <tr>
                  <td
                    style="padding:20px 28px;background:#17110D;border-radius:8px 8px 0 0;color:#F7EDE0;font-family:Georgia,serif;font-size:20px;font-weight:700"
                  >
                    ${brand.name}
                  </td>
                </tr>
                <tr>
                  <td
                    style="padding:28px;font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:1.6;color:#1F1712"
                  >
                    <h1
                      style="margin:0 0 16px;font-family:Georgia,serif;font-size:24px;line-height:1.25;color:#1F1712"
                    >
                      ${title}
                    </h1>
                    ${body}
                    ${
                      action
                        ? html`<p style="margin:28px 0 0">
                            <a
                              href="${action.url}"
                              style="display:inline-block;padding:12px 20px;background:#8A4B00;border-radius:8px;color:#FFFFFF;font-weight:700;text-decoration:none"
                              >${action.label}</a
                            >
                          </p>`
                        : undefined
                    }
                  </td>
                </tr>
                <tr>
                  <td
                    style="padding:16px 28px 24px;font-family:Helvetica,Arial,sans-serif;font-size:13px;line-height:1.5;color:#6A5747"
                  >
                    ${brand.name}: ${brand.tagline}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.text
  }`;

/** A paragraph of a mail. */
export const paragraph = (text: string): Html => html`<p style="margin:0 0 16px">${text}</p>`;
