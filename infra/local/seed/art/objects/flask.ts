import { colourways, type Colourway, type ColourwayName } from "../colourways.ts";

export type Flask = { way: ColourwayName; size: 12 | 18 | 26; engraving: string; wrap?: boolean };

const floor = 716;
const bodies = {
  12: { top: 356, half: 118 },
  18: { top: 266, half: 108 },
  26: { top: 208, half: 112 },
} as const;

/** Round-body shading, left to right: the lamp stands at the left, the wall throws a little back at the right. */
const round = (id: string, [rim, light, base, dark]: readonly [string, string, string, string]) =>
  `<linearGradient id="${id}"><stop offset="0" stop-color="${dark}"/><stop offset=".07" stop-color="${base}"/><stop offset=".24" stop-color="${light}"/><stop offset=".33" stop-color="${rim}"/><stop offset=".42" stop-color="${light}"/><stop offset=".62" stop-color="${base}"/><stop offset=".88" stop-color="${dark}"/><stop offset=".96" stop-color="${dark}"/><stop offset="1" stop-color="${base}"/></linearGradient>`;

const steel = ["#FFFDF8", "#D9D4CB", "#9A948A", "#4C463F"] as const;

/** Engraving is bare steel: light, with the body's own shade over it. */
export const engravedInk = "#DAD5CB";

const cap = (top: number, half: number) => `
<path d="M${400 - half * 0.5} ${top - 92}C${400 - half * 0.5} ${top - 168} ${400 + half * 0.5} ${top - 168} ${400 + half * 0.5} ${top - 92}" fill="none" stroke="url(#capshade)" stroke-width="24"/>
<path d="M${400 - half * 0.5} ${top - 94}C${400 - half * 0.5} ${top - 160} ${400 + half * 0.44} ${top - 162} ${400 + half * 0.48} ${top - 110}" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="4" stroke-linecap="round" filter="url(#b3)"/>
<rect x="${400 - half * 0.66}" y="${top - 100}" width="${half * 1.32}" height="72" rx="13" fill="url(#capshade)"/>
${Array.from({ length: 22 }, (_, i) => `<rect x="${400 - half * 0.62 + (i * half * 1.24) / 22}" y="${top - 82}" width="2" height="46" rx="1" fill="#000" opacity=".32"/>`).join("")}
<rect x="${400 - half * 0.66}" y="${top - 100}" width="${half * 1.32}" height="10" rx="5" fill="#fff" opacity=".1"/>`;

/** A double-wall bottle on a plank. */
export function flask({ way: name, size, engraving }: Flask) {
  const way: Colourway = colourways[name];
  const { top, half } = bodies[size];
  const left = 400 - half;
  const right = 400 + half;
  const shoulderY = top + 46;
  const outline = `M${400 - half * 0.72} ${top}C${400 - half * 0.86} ${top + 4} ${left} ${top + 22} ${left} ${shoulderY + 22}V${floor - 28}C${left} ${floor - 10} ${left + 12} ${floor} ${left + 26} ${floor}H${right - 26}C${right - 12} ${floor} ${right} ${floor - 10} ${right} ${floor - 28}V${shoulderY + 22}C${right} ${top + 22} ${400 + half * 0.86} ${top + 4} ${400 + half * 0.72} ${top}Z`;
  const defs = `${round("coat", [way.light, way.light, way.base, way.dark])}${round("steel", steel)}${round("capshade", ["#5A534D", "#3B3531", "#26211E", "#100D0B"])}
<clipPath id="bottle"><path d="${outline}"/></clipPath>
<linearGradient id="plank" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8B6747"/><stop offset=".12" stop-color="#6B4C34"/><stop offset="1" stop-color="#2A1B12"/></linearGradient>
<linearGradient id="turn"><stop offset="0" stop-color="#000" stop-opacity=".62"/><stop offset=".2" stop-color="#000" stop-opacity=".1"/><stop offset=".34" stop-color="#000" stop-opacity="0"/><stop offset=".6" stop-color="#000" stop-opacity=".14"/><stop offset=".9" stop-color="#000" stop-opacity=".6"/><stop offset="1" stop-color="#000" stop-opacity=".4"/></linearGradient>
<filter id="powder" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="1.1" numOctaves="1" seed="5"/><feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  1.4 0 0 0 -.6"/></filter>`;
  const body = `<rect y="690" width="800" height="110" fill="url(#plank)"/><rect y="690" width="800" height="110" filter="url(#plankgrain)" opacity=".5"/><rect y="688" width="800" height="3" fill="#FFE3B8" opacity=".22"/>
<ellipse cx="470" cy="722" rx="230" ry="20" fill="#080402" opacity=".6" filter="url(#b16)"/><ellipse cx="408" cy="717" rx="${half + 6}" ry="9" fill="#050302" opacity=".85" filter="url(#b3)"/>
<path d="M${right - 10} ${top + 60}L${right + 70} ${top + 110}V690H${right - 20}Z" fill="#0A0503" opacity=".38" filter="url(#b26)"/>
${cap(top, half)}<rect x="${400 - half * 0.62}" y="${top - 32}" width="${half * 1.24}" height="36" fill="url(#steel)"/><rect x="${400 - half * 0.62}" y="${top - 32}" width="${half * 1.24}" height="8" fill="#000" opacity=".4" filter="url(#b3)"/>
<g clip-path="url(#bottle)"><path d="${outline}" fill="url(#coat)"/><g>${engraving}</g><path d="${outline}" fill="url(#turn)"/><rect width="800" height="800" filter="url(#powder)" opacity=".3"/>
<rect x="${left + half * 0.44}" y="${top + 20}" width="${half * 0.13}" height="${floor - top - 60}" rx="${half * 0.06}" fill="#FFF6E6" opacity=".42" filter="url(#b3)"/><rect x="${right - 13}" y="${top + 40}" width="5" height="${floor - top - 90}" rx="2.5" fill="#FFC98A" opacity=".34" filter="url(#b3)"/>
<path d="M${left} ${shoulderY - 30}C${left + 30} ${top + 2} ${right - 30} ${top + 2} ${right} ${shoulderY - 30}" fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="10" filter="url(#b8)"/>
<rect x="${left}" y="${floor - 26}" width="${half * 2}" height="30" fill="url(#steel)"/><rect x="${left}" y="${floor - 27}" width="${half * 2}" height="3" fill="#000" opacity=".45"/></g>`;
  return {
    defs: `${defs}<filter id="plankgrain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".006 .16" numOctaves="3" seed="4"/><feColorMatrix values="0 0 0 0 .06  0 0 0 0 .03  0 0 0 0 .01  1.7 0 0 0 -.7"/></filter>`,
    body,
  };
}
