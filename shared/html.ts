const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for HTML, including attribute values. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

/** JSON for a script element. Without `<`, no text can end the element or begin a comment. */
export const jsonForScript = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** HTML that needs no escaping. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type TemplateValue = string | number | Html | null | undefined | readonly (Html | null)[];

/** A template tag that escapes its values, except those that are `Html`. */
export const html = (strings: TemplateStringsArray, ...values: readonly TemplateValue[]): Html =>
  new Html(strings.reduce((text, literal, i) => text + literal + render(values[i]), ""));

function render(value: TemplateValue): string {
  if (value === undefined || value === null) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map((part) => part?.text ?? "").join("");
  return escapeHtml(String(value));
}
