/** Colors and fonts of mails. Inline styles are the light theme; classes add the dark theme. */
import type { Html } from "../html.ts";
import { html } from "../html.ts";

/** The CSS declarations of each tone, for the light and the dark theme. */
const tones = {
  page: ["background-color:#FAF6F0", "background-color:#0E0A08"],
  card: ["background-color:#FFFFFF;border-color:#D9CBBB", "background-color:#17110D;border-color:#433225"],
  sunk: ["background-color:#FAF6F0", "background-color:#2A1F18"],
  line: ["border-color:#E4D8C9", "border-color:#433225"],
  ink: ["color:#1F1712", "color:#F7EDE0"],
  soft: ["color:#4A3A2D", "color:#D2BFA9"],
  faint: ["color:#6A5747", "color:#AD9780"],
  link: ["color:#8A4B00", "color:#FFC56E"],
  good: ["background-color:#D8F3E3;color:#0B5A39", "background-color:#11291D;color:#5FE3A1"],
  warm: ["background-color:#FDECC8;color:#6B3F00", "background-color:#33230F;color:#FFC56E"],
  bad: ["background-color:#F9DEDA;color:#8C1D18", "background-color:#35170F;color:#FF8A75"],
} as const satisfies Record<string, readonly [light: string, dark: string]>;
export type Tone = keyof typeof tones;
/** The tone of an element whose border is a line between two parts of a mail. */
export const BORDER = "line" satisfies Tone;

/** Colors that are the same in both themes: of the mail's head and of buttons. `accent` is also the color of lines. */
export const brandColors = {
  headBackground: "#17110D",
  headText: "#F7EDE0",
  accent: "#F2A73B",
  onAccent: "#0E0A08",
} as const;

const SANS = "font-family:Hanken Grotesk,-apple-system,Segoe UI,Helvetica,Arial,sans-serif";
const SERIF = "font-family:Besley,Georgia,Times New Roman,serif";
const MONO = "font-family:JetBrains Mono,ui-monospace,Menlo,Consolas,monospace";
const fonts = { sans: SANS, serif: SERIF, mono: MONO } as const;
export type Font = keyof typeof fonts;

/**
 * The class and style attributes for tones, font and other `css`. `classes`: further classes, from NARROW.
 */
export function styleAttributes(
  tone: `${Tone}` | readonly Tone[],
  font: Font,
  css: string,
  classes = "",
): Html {
  const toneNames: readonly Tone[] = typeof tone === "string" ? [tone] : tone;
  const style = [...toneNames.map((name) => tones[name][0]), fonts[font], css].join(";");
  return html`class="${[...toneNames, classes].filter(Boolean).join(" ")}" style="${style}"`;
}

/** The dark declarations whose property matches `properties`. Each selector begins with `prefix`. */
const darkRules = (prefix: string, properties: RegExp): string =>
  Object.entries(tones)
    .map(([name, [, dark]]) => {
      const declarations = dark.split(";").filter((declaration) => properties.test(declaration));
      const css = declarations.map((declaration) => `${declaration} !important`).join(";");
      return css === "" ? "" : `${prefix}.${name}{${css}}`;
    })
    .join("");

/** Styles for phones: columns are stacked. */
const NARROW =
  "@media (max-width:540px){.pad{padding-left:20px !important;padding-right:20px !important}" +
  ".stack{display:block !important;width:auto !important;padding-right:0 !important;padding-bottom:16px !important}" +
  ".end{padding-bottom:0 !important}" +
  ".title{font-size:25px !important}.frame{padding:0 !important}.head{border-radius:0 !important}" +
  ".card{border-left:0 !important;border-right:0 !important;border-radius:0 !important}}";

/**
 * Separate style sheets, because a mail client ignores a whole sheet if it does not understand one of the
 * rules.
 */
export const styleSheets: readonly string[] = [
  NARROW,
  `@media (prefers-color-scheme:dark){${darkRules("", /./)}}`,
  // Outlook on the web and on phones sets these attributes on elements that it darkens.
  darkRules("[data-ogsc] ", /^(border-)?color/),
  darkRules("[data-ogsb] ", /^background/),
];
