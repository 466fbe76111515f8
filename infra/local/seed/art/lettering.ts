import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { create, type Font } from "fontkit";
import decompress from "woff2-encoder/decompress";

export type Face = "display" | "text" | "mono";
export type Lettering = {
  face?: Face;
  /** Type size, px. */
  size: number;
  weight?: number;
  align?: "start" | "middle" | "end";
  /** Extra space between letters, em. */
  tracking?: number;
  fill: string;
  opacity?: number;
};

const files: Record<Face, string> = {
  display: "@fontsource-variable/besley/files/besley-latin-wght-normal.woff2",
  text: "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2",
  mono: "@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2",
};
const bytes: Record<Face, Buffer> = {
  display: await sfnt(files.display),
  text: await sfnt(files.text),
  mono: await sfnt(files.mono),
};
const cuts = new Map<string, Font>();

/** fontkit varies plain fonts only, so the packed file is opened first. */
async function sfnt(file: string): Promise<Buffer> {
  return Buffer.from(await decompress(readFileSync(fileURLToPath(import.meta.resolve(file)))));
}

function cut(face: Face, weight: number): Font {
  const key = `${face}${weight}`;
  let font = cuts.get(key);
  if (!font) {
    const opened = create(bytes[face]);
    if (!("getVariation" in opened)) throw new Error(`${files[face]} is a collection, not a font`);
    font = opened.getVariation({ wght: weight });
    cuts.set(key, font);
  }
  return font;
}

type Placed = { d: string; x: number; advance: number };

function set(text: string, { face = "mono", size, weight = 700, tracking = 0 }: Lettering) {
  const font = cut(face, weight);
  const scale = size / font.unitsPerEm;
  const run = font.layout(text, { calt: false, liga: false });
  const placed: Placed[] = [];
  let x = 0;
  run.glyphs.forEach((glyph, index) => {
    const advance = (run.positions[index]?.xAdvance ?? 0) * scale + tracking * size;
    placed.push({ d: glyph.path.toSVG(), x, advance });
    x += advance;
  });
  return { placed, scale, width: x - tracking * size };
}

const start = (width: number, align: Lettering["align"] = "start") =>
  align === "middle" ? -width / 2 : align === "end" ? -width : 0;
const n = (value: number) => Number(value.toFixed(4));

/** How wide `text` is set, px. */
export const widthOf = (text: string, style: Lettering): number => set(text, style).width;

/** Text as outlines, its baseline at `y`: looks the same on a machine without these fonts. */
export function letters(x: number, y: number, text: string, style: Lettering): string {
  const { placed, scale, width } = set(text, style);
  const left = x + start(width, style.align);
  const paths = placed
    .filter(({ d }) => d)
    .map(
      (glyph) =>
        `<path transform="translate(${n(left + glyph.x)} ${y}) scale(${n(scale)} ${n(-scale)})" d="${glyph.d}"/>`,
    );
  return `<g fill="${style.fill}" opacity="${style.opacity ?? 1}">${paths.join("")}</g>`;
}

/** Text along a circle, centred on the top (or on the bottom, read from within). */
export function arcLetters(
  cx: number,
  cy: number,
  radius: number,
  text: string,
  style: Lettering & { bottom?: boolean },
): string {
  const { placed, scale, width } = set(text, style);
  const turn = style.bottom ? -1 : 1;
  const paths = placed
    .filter(({ d }) => d)
    .map(({ d, x, advance }) => {
      const angle = (turn * (x + advance / 2 - width / 2) * 180) / (Math.PI * radius);
      const lift = style.bottom ? radius : -radius;
      return `<path transform="rotate(${n(angle)} ${cx} ${cy}) translate(${n(cx - advance / 2)} ${cy + lift}) scale(${n(scale)} ${n(-scale)})" d="${d}"/>`;
    });
  return `<g fill="${style.fill}" opacity="${style.opacity ?? 1}">${paths.join("")}</g>`;
}
