import { letters } from "../lettering.ts";
import { mark } from "../mark.ts";

/** The mark over the name, burned to steel. */
export const caskStrength = (ink: string) =>
  `${mark(400, 440, 128, { ink })}${letters(400, 560, "CASK STRENGTH", { face: "display", size: 14, weight: 800, tracking: 0.08, fill: ink, align: "middle" })}${letters(400, 586, "handle with care", { size: 12, weight: 600, fill: ink, align: "middle", opacity: 0.85 })}`;

/** A network diagram with nothing plugged in. */
export const airGap = (ink: string) =>
  `<g fill="none" stroke="${ink}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"><rect x="362" y="392" width="76" height="120" rx="18"/><path d="M384 392V372H416V392"/><path d="M362 440C378 432 390 448 404 440S428 434 438 440"/><circle cx="400" cy="452" r="96" stroke-dasharray="3 12"/></g>
<g stroke="${ink}" stroke-width="4" stroke-linecap="round"><path d="M300 330L322 360M500 330L478 360M300 574L322 544M500 574L478 544"/><path d="M334 352l-16 12M466 352l16 12M334 552l-16-12M466 552l16-12"/></g>
${letters(400, 622, "AIR-GAPPED", { face: "display", size: 20, weight: 850, tracking: 0.07, fill: ink, align: "middle" })}${letters(400, 648, "0 in / 0 out", { size: 15, weight: 600, fill: ink, align: "middle" })}`;

/** Staves and hoops all the way round, and the number on a plate. */
export const barrel = (ink: string) => {
  const staves = [-88, -70, -47, -20, 10, 40, 66, 86]
    .map((x) => `<path d="M${400 + x} 300V690" stroke="#000" stroke-opacity=".35" stroke-width="2"/>`)
    .join("");
  const hoops = [330, 404, 590, 660]
    .map(
      (y) =>
        `<rect x="280" y="${y}" width="240" height="20" fill="${ink}" opacity=".82"/><rect x="280" y="${y + 18}" width="240" height="4" fill="#000" opacity=".4"/><circle cx="372" cy="${y + 10}" r="3.4" fill="#3a2a1e"/><circle cx="386" cy="${y + 10}" r="3.4" fill="#3a2a1e"/>`,
    )
    .join("");
  return `${staves}${hoops}${letters(400, 496, "0xB0B", { size: 46, weight: 800, fill: ink, align: "middle" })}${letters(400, 526, "BOURBON VIPERS", { size: 14, weight: 700, tracking: 0.12, fill: ink, align: "middle" })}${letters(400, 556, "No. 197 / 200", { size: 16, weight: 600, fill: ink, align: "middle" })}`;
};
