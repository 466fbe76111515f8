/** Markup that is safe to send as it is: made by {@link html} only. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | boolean | null | undefined | readonly Part[];

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text with the five characters that mean something in HTML replaced. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** A template whose values are escaped, except other templates; false, null and undefined vanish. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, i) => text + (i < parts.length ? render(parts[i]) : "")).join(""));
}

function render(part: Part): string {
  if (part === null || part === undefined || typeof part === "boolean") return "";
  if (part instanceof Html) return part.markup;
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return part.map(render).join("");
}
