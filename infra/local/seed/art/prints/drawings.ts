import { arcLetters, letters } from "../lettering.ts";
import { mark } from "../mark.ts";

const windows = (
  x: number,
  y: number,
  columns: number,
  rows: number,
  ink: string,
  lit: string,
  litAt: number,
) =>
  Array.from({ length: columns * rows }, (_, i) => {
    const fill = i === litAt ? lit : ink;
    return `<rect x="${x + (i % columns) * 20}" y="${y + Math.floor(i / columns) * 23}" width="9" height="13" rx="1" fill="${fill}" opacity="${i === litAt ? 1 : 0.72}"/>`;
  }).join("");

/** A nine-floor warehouse at night under its own name. */
export function rickhouse(cx: number, y: number, ink: string, lit: string): string {
  const x = cx - 92;
  return `<g>${arcLetters(cx, y + 190, 168, "RICKHOUSE", { face: "display", size: 52, weight: 900, tracking: 0.05, fill: ink })}
<circle cx="${cx + 66}" cy="${y + 82}" r="17" fill="${lit}"/><circle cx="${cx + 59}" cy="${y + 77}" r="14" fill="#7E5231"/>
<g fill="none" stroke="${ink}" stroke-width="4" stroke-linejoin="round"><path d="M${x - 8} ${y + 130}L${cx} ${y + 72}L${x + 192} ${y + 130}Z"/><path d="M${x + 2} ${y + 132}V${y + 300}M${x + 182} ${y + 132}V${y + 300}M${x - 22} ${y + 302}H${x + 206}"/></g>
<path d="M${x + 2} ${y + 154}H${x + 182}M${x + 2} ${y + 177}H${x + 182}M${x + 2} ${y + 200}H${x + 182}M${x + 2} ${y + 223}H${x + 182}M${x + 2} ${y + 246}H${x + 182}M${x + 2} ${y + 269}H${x + 182}" stroke="${ink}" stroke-width="1.4" opacity=".6"/>
${windows(x + 18, y + 137, 8, 6, ink, lit, 29)}<path d="M${cx - 13} ${y + 301}V${y + 281}C${cx - 13} ${y + 273} ${cx + 13} ${y + 273} ${cx + 13} ${y + 281}V${y + 301}Z" fill="${ink}"/>
${letters(cx, y + 352, "AFTER DARK", { face: "display", size: 42, weight: 900, tracking: 0.06, fill: ink, align: "middle" })}
${letters(cx, y + 380, "FLOOR 6, WINDOW 4: STILL PATCHING", { size: 12.4, weight: 600, tracking: 0.06, fill: lit, align: "middle" })}</g>`;
}

/** A barrel on its side whose share of the angels is data. */
export function leakingBarrel(cx: number, y: number, ink: string, accent: string): string {
  const bits = Array.from({ length: 46 }, (_, i) => {
    const column = i % 7;
    const row = Math.floor(i / 7);
    const drift = Math.sin(row * 1.9 + column * 2.3) * 9;
    return letters(cx - 84 + column * 28 + drift, y + 118 - row * 25, (i * 7 + row) % 3 === 0 ? "1" : "0", {
      size: 21 - row * 1.1,
      weight: 700,
      fill: column % 3 === 1 ? accent : ink,
      align: "middle",
      opacity: Math.max(0.12, 1 - row * 0.15),
    });
  }).join("");
  const b = y + 136;
  return `<g>${bits}<g fill="none" stroke="${ink}" stroke-width="4.4" stroke-linejoin="round"><path d="M${cx - 96} ${b + 8}C${cx - 40} ${b - 12} ${cx + 40} ${b - 12} ${cx + 96} ${b + 8}C${cx + 110} ${b + 40} ${cx + 110} ${b + 88} ${cx + 96} ${b + 120}C${cx + 40} ${b + 140} ${cx - 40} ${b + 140} ${cx - 96} ${b + 120}C${cx - 110} ${b + 88} ${cx - 110} ${b + 40} ${cx - 96} ${b + 8}Z"/><path d="M${cx - 62} ${b - 2}C${cx - 74} ${b + 40} ${cx - 74} ${b + 88} ${cx - 62} ${b + 130}M${cx + 62} ${b - 2}C${cx + 74} ${b + 40} ${cx + 74} ${b + 88} ${cx + 62} ${b + 130}" stroke-width="9"/><path d="M${cx - 100} ${b + 42}C${cx - 40} ${b + 34} ${cx + 40} ${b + 34} ${cx + 100} ${b + 42}M${cx - 100} ${b + 86}C${cx - 40} ${b + 94} ${cx + 40} ${b + 94} ${cx + 100} ${b + 86}" stroke-width="2"/></g><circle cx="${cx}" cy="${b + 64}" r="11" fill="${accent}"/>
${letters(cx, b + 184, "THE ANGELS' SHARE", { face: "display", size: 29, weight: 850, tracking: 0.04, fill: ink, align: "middle" })}${letters(cx, b + 212, "is a data leak", { size: 19, weight: 600, fill: accent, align: "middle" })}</g>`;
}

/** A bonded-warehouse stamp that is also a certificate. */
export function bondedSeal(cx: number, cy: number, ink: string): string {
  const teeth = Array.from(
    { length: 60 },
    (_, i) =>
      `<path d="M${cx} ${cy - 138}v-9" stroke="${ink}" stroke-width="5" transform="rotate(${i * 6} ${cx} ${cy})"/>`,
  ).join("");
  return `<g filter="url(#worn)">${teeth}<g fill="none" stroke="${ink}"><circle cx="${cx}" cy="${cy}" r="136" stroke-width="5"/><circle cx="${cx}" cy="${cy}" r="94" stroke-width="3"/><circle cx="${cx}" cy="${cy}" r="87" stroke-width="1.4"/></g>
${arcLetters(cx, cy, 104, "BOTTLED IN BOND", { face: "display", size: 30, weight: 850, tracking: 0.07, fill: ink })}${arcLetters(cx, cy, 127, "SIGNED & VERIFIED", { face: "display", size: 19, weight: 800, tracking: 0.07, fill: ink, bottom: true })}
${mark(cx, cy - 4, 112, { ink, coils: false })}${letters(cx, cy + 74, "100 PROOF", { size: 15, weight: 800, tracking: 0.08, fill: ink, align: "middle" })}</g>`;
}

/** A print made smaller or larger about a point. */
export const sizedPrint = (print: string, scale: number, x: number, y: number) =>
  `<g transform="translate(${x} ${y}) scale(${scale}) translate(${-x} ${-y})">${print}</g>`;
