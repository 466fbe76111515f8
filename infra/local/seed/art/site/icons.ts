import { brand } from "../../../../../shared/site/brand.ts";
import { letters } from "../lettering.ts";
import { mark } from "../mark.ts";
import { scene } from "../scene.ts";

const night = "#17110D";
const logo = (x: number, y: number, size: number, coils = true) =>
  mark(x, y, size, { ink: "#F7EDE0", snake: "#5FE3A1", bourbon: "#C8761A", coils });

/** A square icon, 512 px; `safe` leaves the margin that launchers may cut away. */
export function icon(safe: boolean, rounded: boolean): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512"><rect width="512" height="512" rx="${rounded ? 112 : 0}" fill="${night}"/>${logo(256, 260, safe ? 320 : 424)}</svg>`;
}

/** For a product without a picture, or one that failed to load. */
export function placeholder(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="800" height="800"><rect width="800" height="800" fill="#2A1F18"/><path d="M160 0V800M320 0V800M480 0V800M640 0V800" stroke="#241A14" stroke-width="4"/>${mark(400, 372, 330, { ink: "#8F735B", snake: "#AD9780" })}${letters(400, 630, "picture still in the barrel", { size: 30, weight: 600, fill: "#AD9780", align: "middle" })}</svg>`;
}

/** The card that a shared link shows, 1200 × 630. */
export function shareCard(): string {
  const [first, second] = brand.name.split(" ");
  const display = { face: "display", size: 124, weight: 850, fill: "#F7EDE0" } as const;
  return scene({
    width: 1200,
    height: 630,
    wall: false,
    defs: `<linearGradient id="card" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#3A2A1E"/><stop offset=".6" stop-color="#17110D"/><stop offset="1" stop-color="#0E0A08"/></linearGradient><radialGradient id="halo" cx=".76" cy=".46" r=".5"><stop offset="0" stop-color="#F2A73B" stop-opacity=".34"/><stop offset="1" stop-color="#F2A73B" stop-opacity="0"/></radialGradient>`,
    body: `<rect width="1200" height="630" fill="url(#card)"/><path d="M200 0V630M420 0V630M610 0V630M830 0V630M1030 0V630" stroke="#000" stroke-opacity=".3" stroke-width="3"/><rect width="1200" height="630" fill="url(#halo)"/>${logo(926, 312, 440)}${letters(84, 176, "> podcast --pour neat", { size: 30, weight: 600, fill: "#F2A73B" })}${letters(78, 306, first ?? "", display)}${letters(78, 428, second ?? "", display)}${letters(84, 512, brand.tagline, { face: "text", size: 36, weight: 600, fill: "#D2BFA9" })}`,
  });
}
