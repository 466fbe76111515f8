import type { Colourway } from "../colourways.ts";

export type Fold = {
  d: string;
  width?: number;
  light?: boolean;
  strength?: number;
  blur?: "b3" | "b8" | "b16";
};
export type Cloth = {
  outline: string;
  way: Colourway;
  /** Between the dye and the folds: prints bend with the cloth. */
  print?: string;
  /** Parts that lie on the cloth and are folded with it: panels, bands. */
  panels?: string;
  folds: readonly Fold[];
  /** Seams, stitches, collars: lie on top. */
  over?: string;
  under?: string;
  texture?: "cloth" | "fleece";
};

/** Folds show as shade on pale cloth and as light on dark cloth. */
const fold = (
  { d, width = 14, light = false, strength = 0.3, blur = "b8" }: Fold,
  pale: boolean,
  deep: boolean,
) =>
  `<path d="${d}" fill="none" stroke="${light ? "#FFF3DF" : "#0B0604"}" stroke-width="${width}" stroke-linecap="round" opacity="${(strength * (light ? (deep ? 1.25 : 1) : pale ? 0.62 : 1)).toFixed(3)}" filter="url(#${blur})"/>`;

/** A piece of clothing on the wall: its shadow, dye, print, folds, weave and edge light. */
export function cloth({
  outline,
  way,
  print = "",
  panels = "",
  folds,
  over = "",
  under = "",
  texture = "cloth",
}: Cloth) {
  const brightness = Number.parseInt(way.base.slice(3, 5), 16);
  const defs = `<linearGradient id="dye" x1=".15" y1="0" x2=".85" y2="1"><stop offset="0" stop-color="${way.light}"/><stop offset=".45" stop-color="${way.base}"/><stop offset="1" stop-color="${way.dark}"/></linearGradient><clipPath id="cut"><path d="${outline}"/></clipPath>`;
  const body = `<path d="${outline}" transform="translate(20 30)" fill="#0A0503" opacity=".6" filter="url(#b16)"/><path d="${outline}" transform="translate(6 9)" fill="#0A0503" opacity=".55" filter="url(#b3)"/>${under}
<g clip-path="url(#cut)"><path d="${outline}" fill="url(#dye)"/>${panels}${print}${folds.map((each) => fold(each, brightness > 170, brightness < 60)).join("")}
<path d="${outline}" fill="none" stroke="#0B0604" stroke-width="34" opacity=".34" filter="url(#b16)" transform="translate(-7 -9)"/><path d="${outline}" fill="none" stroke="#FFE9C9" stroke-width="9" opacity=".26" filter="url(#b3)" transform="translate(4 5)"/>
<rect width="800" height="800" filter="url(#${texture})" opacity="${texture === "fleece" ? 0.34 : 0.26}"/></g>${over}
<path d="${outline}" fill="none" stroke="#FFF3DF" stroke-opacity=".13" stroke-width="1.5"/>`;
  return { defs, body };
}

/** A seam: the dip in the cloth. */
export const seam = (d: string, strength = 0.45) =>
  `<path d="${d}" fill="none" stroke="#0B0604" stroke-opacity="${strength}" stroke-width="2.4" stroke-linecap="round"/><path d="${d}" fill="none" stroke="#FFF3DF" stroke-opacity=".12" stroke-width="1.4" transform="translate(1.6 1.8)"/>`;

/** A row of stitches in the cloth's own thread. */
export const stitches = (d: string, way: Colourway) =>
  `<path d="${d}" fill="none" stroke="#0B0604" stroke-opacity=".28" stroke-width="1.8" transform="translate(.6 1)"/><path d="${d}" fill="none" stroke="${way.light}" stroke-width="1.7" stroke-dasharray="5 3.4"/>`;

/** A knitted band along a line: ribs stand across it. */
export const rib = (d: string, width: number, colour: string) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"/><path d="${d}" fill="none" stroke="#0B0604" stroke-opacity=".24" stroke-width="${width}" stroke-dasharray="1.5 3.2"/><path d="${d}" fill="none" stroke="#FFF3DF" stroke-opacity=".1" stroke-width="${width}" stroke-dasharray="1 3.7" stroke-dashoffset="-2"/>`;

/** The same path on the other side of the middle (x = 400). Absolute commands only. */
export function mirror(d: string): string {
  return d.replace(/([MLCQSTHVZ])([^MLCQSTHVZ]*)/g, (_, command: string, rest: string) => {
    if (command === "V" || command === "Z") return command + rest;
    const numbers = rest
      .trim()
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    return (
      command +
      numbers.map((value, index) => (index % 2 === 0 || command === "H" ? 800 - value : value)).join(" ")
    );
  });
}

/** A fold or line, and its twin on the other side. */
export const both = (d: string) => [d, mirror(d)] as const;
