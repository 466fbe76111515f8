import { letters } from "../lettering.ts";
import { mark } from "../mark.ts";

/** Thread has a nap and a shade of its own. */
const embroidered = (inner: string) =>
  `<g transform="translate(1.2 2.2)" opacity=".45" filter="url(#thread-shade)">${inner}</g>${inner}`;
export const threadDefs = `<filter id="thread-shade"><feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0 0 0 1 0"/><feGaussianBlur stdDeviation="1"/></filter>`;

export const smallMark = (x: number, y: number, ink: string, snake: string, size = 62) =>
  embroidered(mark(x, y, size, { ink, snake }));

export const prompt = (x: number, y: number, ink: string) =>
  embroidered(letters(x, y, ">_", { size: 40, weight: 800, fill: ink, align: "middle" }));

export const shield = (x: number, y: number, ink: string, accent: string) =>
  embroidered(
    `<path d="M${x - 28} ${y - 30}C${x - 14} ${y - 30} ${x - 6} ${y - 34} ${x} ${y - 39}C${x + 6} ${y - 34} ${x + 14} ${y - 30} ${x + 28} ${y - 30}V${y - 2}C${x + 28} ${y + 18} ${x + 14} ${y + 30} ${x} ${y + 37}C${x - 14} ${y + 30} ${x - 28} ${y + 18} ${x - 28} ${y - 2}Z" fill="none" stroke="${ink}" stroke-width="4" stroke-linejoin="round"/><path d="M${x - 11} ${y - 16}H${x + 11}C${x + 11} ${y - 8} ${x + 15} ${y - 4} ${x + 15} ${y + 3}C${x + 15} ${y + 9} ${x + 11} ${y + 12} ${x + 7} ${y + 13}H${x - 7}C${x - 11} ${y + 12} ${x - 15} ${y + 9} ${x - 15} ${y + 3}C${x - 15} ${y - 4} ${x - 11} ${y - 8} ${x - 11} ${y - 16}ZM${x - 9} ${y + 20}H${x + 9}" fill="none" stroke="${accent}" stroke-width="3.4" stroke-linejoin="round" stroke-linecap="round"/>`,
  );

/** Staves across the cloth, a hoop between them. */
export const staves = (dark: string, hoop: string) =>
  Array.from(
    { length: 9 },
    (_, i) =>
      `<rect x="60" y="${176 + i * 62}" width="680" height="30" fill="${dark}"/><rect x="60" y="${176 + i * 62 + 38}" width="680" height="3.4" fill="${hoop}"/>`,
  ).join("");

/** Flecks of recycled fibre: the same on every run. */
export function flecks(colours: readonly string[], count = 420): string {
  let state = 9;
  const next = () => (state = (state * 16807) % 2147483647) / 2147483647;
  return Array.from({ length: count }, (_, i) => {
    const x = 210 + next() * 380;
    const y = 100 + next() * 610;
    const colour = colours[i % colours.length] ?? "#000";
    return `<path d="M${x.toFixed(1)} ${y.toFixed(1)}l${(next() * 8 - 4).toFixed(1)} ${(next() * 8 - 4).toFixed(1)}" stroke="${colour}" stroke-width="1.7" stroke-linecap="round" opacity=".7"/>`;
  }).join("");
}

/** A patch with its stitches, a little askew. */
export function patch(
  x: number,
  y: number,
  width: number,
  height: number,
  degrees: number,
  cloth: string,
  thread: string,
  inner = "",
): string {
  return `<g transform="rotate(${degrees} ${x} ${y})"><rect x="${x - width / 2 + 3}" y="${y - height / 2 + 5}" width="${width}" height="${height}" rx="6" fill="#0A0503" opacity=".5" filter="url(#b3)"/><rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="6" fill="${cloth}"/><rect x="${x - width / 2 + 5}" y="${y - height / 2 + 5}" width="${width - 10}" height="${height - 10}" rx="4" fill="none" stroke="${thread}" stroke-width="2.6" stroke-dasharray="8 5"/>${inner}</g>`;
}

/** A honeycomb, its cells fading to the right. */
export function comb(x: number, y: number, ink: string): string {
  const cells: string[] = [];
  for (let row = 0; row < 9; row += 1)
    for (let column = 0; column < 5; column += 1) {
      const cx = x + column * 38 + (row % 2) * 19;
      const cy = y + row * 33;
      const full = (row * 3 + column * 5) % 7 === 0;
      const d = `M${cx} ${cy - 19}L${cx + 16.5} ${cy - 9.5}V${cy + 9.5}L${cx} ${cy + 19}L${cx - 16.5} ${cy + 9.5}V${cy - 9.5}Z`;
      cells.push(
        `<path d="${d}" fill="${full ? ink : "none"}" fill-opacity=".55" stroke="${ink}" stroke-width="3" opacity="${Math.max(0.15, 0.95 - column * 0.17 - (row > 6 ? 0.25 : 0))}"/>`,
      );
    }
  return cells.join("");
}
