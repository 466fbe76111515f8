import { html, type Html } from "../util/html.ts";

const SCHEMES = [
  ["", "As the device"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const;
const WIDTHS = [
  ["", "Full width"],
  ["600", "600 px"],
  ["375", "375 px"],
] as const;

/** How a mail is looked at: in which colours, and how wide. */
export type Look = { scheme: string; width: string };

export const lookOf = (query: URLSearchParams): Look => ({
  scheme: query.get("scheme") ?? "",
  width: query.get("width") ?? "",
});

/** A mail as a reader's device of this colour scheme shows it, whatever this one is. */
export function inScheme(mail: string, scheme: string): string {
  if (scheme !== "light" && scheme !== "dark") return mail;
  return mail
    .replaceAll("(prefers-color-scheme:dark)", scheme === "dark" ? "(min-width:0)" : "(max-width:0)")
    .replaceAll(/(<meta name="(?:supported-)?color-schemes?" content=")[^"]*"/g, `$1${scheme}"`);
}

/** A mail's HTML in a frame without any rights, with switches for colours and width; `page` is where they lead. */
export function mailView(page: string, look: Look, hasHtml: boolean, text: string): Html {
  const link = (change: Partial<Look>, label: string, current: boolean): Html => {
    const query = new URLSearchParams({ ...look, ...change }).toString();
    return html`<a class="button" href="${page}?${query}" ${current ? html`aria-current="true"` : null}
      >${label}</a
    >`;
  };
  const width = WIDTHS.some(([known]) => known === look.width) && look.width !== "" ? `w${look.width}` : "";
  const frame = html`<div class="row">
      <div class="buttons" role="group" aria-label="Colours">
        ${SCHEMES.map(([scheme, label]) => link({ scheme }, label, scheme === look.scheme))}
      </div>
      <div class="buttons" role="group" aria-label="Width">
        ${WIDTHS.map(([to, label]) => link({ width: to }, label, to === look.width))}
      </div>
    </div>
    <iframe
      sandbox
      class="${width}"
      title="The mail as its reader sees it"
      src="${page}/body?${new URLSearchParams({ scheme: look.scheme }).toString()}"
    ></iframe>`;
  return html`${hasHtml ? frame : null}
    <h2>Text part</h2>
    <pre tabindex="0">${text}</pre>`;
}
