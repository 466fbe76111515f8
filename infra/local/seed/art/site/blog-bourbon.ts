import { letters } from "../lettering.ts";
import { mark } from "../mark.ts";
import { scene } from "../scene.ts";

const wide = (body: string, defs = "") => scene({ body, defs, width: 800, height: 450, wall: false });

const desk = `<linearGradient id="desk" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#7A5638"/><stop offset="1" stop-color="#2A1A10"/></linearGradient><filter id="deskgrain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".004 .12" numOctaves="3" seed="11"/><feColorMatrix values="0 0 0 0 .06  0 0 0 0 .03  0 0 0 0 .01  1.7 0 0 0 -.66"/></filter><radialGradient id="deskLamp" cx=".25" cy=".1" r=".9"><stop offset="0" stop-color="#FFD9A0" stop-opacity=".42"/><stop offset="1" stop-color="#FFD9A0" stop-opacity="0"/></radialGradient>`;
const onDesk = `<rect width="800" height="450" fill="url(#desk)"/><rect width="800" height="450" filter="url(#deskgrain)" opacity=".6"/><rect width="800" height="450" fill="url(#deskLamp)"/>`;

/** The page of the code, marked up by somebody who cares; a glass keeps it flat. */
export function law(): string {
  const line = (y: number, text: string, marked = "") => {
    const ink = "#2A1B10";
    const before = text.split(marked)[0] ?? "";
    const glyph = 9.3;
    const highlight = marked
      ? `<rect x="${170 + before.length * glyph}" y="${y - 16}" width="${marked.length * glyph}" height="22" fill="#F2A73B" opacity=".62"/>`
      : "";
    return highlight + letters(172, y, text, { size: 15.5, weight: 500, fill: ink });
  };
  return wide(
    `${onDesk}<g transform="rotate(-3 400 240)"><rect x="120" y="44" width="500" height="470" fill="#0A0503" opacity=".6" filter="url(#b16)" transform="translate(12 18)"/><rect x="120" y="44" width="500" height="470" rx="3" fill="#F5EAD6"/>${letters(172, 116, "§ 5.143  Whisky.", { face: "display", size: 40, weight: 800, fill: "#2A1B10" })}<path d="M172 138H570" stroke="#2A1B10" stroke-width="1.6"/>${line(176, "(2) bourbon whisky: produced at not")}${line(206, "exceeding 160° proof from a mash of", "160° proof")}${line(236, "not less than 51 percent corn, and", "51 percent corn")}${line(266, "stored at not more than 125° proof", "125° proof")}${line(296, "in charred new oak barrels.", "charred new oak")}${line(340, '"bourbon" may not describe whisky')}${line(370, "distilled outside the United States.")}<path d="M596 190C606 220 606 270 596 300" fill="none" stroke="#A3301C" stroke-width="4" stroke-linecap="round"/></g>
<ellipse cx="694" cy="386" rx="66" ry="13" fill="#0A0503" opacity=".6" filter="url(#b8)"/>${mark(688, 300, 196, { ink: "#F7EDE0", snake: "#5FE3A1", bourbon: "#C8761A" })}`,
    desk,
  );
}

/** A bottle's neck under its strip stamp. */
export function bond(): string {
  return wide(
    `${onDesk}<path d="M214 -20H346V40C346 70 420 96 420 170V470H140V170C140 96 214 70 214 40Z" fill="#0A0503" opacity=".55" filter="url(#b26)" transform="translate(28 10)"/>
<path d="M220 -20H340V44C340 84 414 104 414 180V470H146V180C146 104 220 84 220 44Z" fill="url(#amber)"/><path d="M220 -20H340V44C340 84 414 104 414 180V470H146V180C146 104 220 84 220 44Z" fill="url(#glassTurn)"/><path d="M176 190V460" stroke="#FFF3DC" stroke-width="12" stroke-linecap="round" opacity=".5" filter="url(#b3)"/><path d="M236 -10V40" stroke="#FFF3DC" stroke-width="8" stroke-linecap="round" opacity=".5" filter="url(#b3)"/><rect x="214" y="-20" width="132" height="34" rx="5" fill="#2A1A10"/>
<path d="M252 -20H308V180H252Z" fill="#D9E8CF"/><path d="M252 -20H308V180H252Z" fill="none" stroke="#1F6B4A" stroke-width="3"/><g transform="rotate(90 280 80)">${letters(196, 86, "BOTTLED IN BOND", { face: "display", size: 15.5, weight: 850, tracking: 0.03, fill: "#1F6B4A" })}</g>
<rect x="170" y="214" width="220" height="236" rx="4" fill="#F2E3C6"/><rect x="179" y="223" width="202" height="240" rx="3" fill="none" stroke="#2A1B10" stroke-width="2"/>${letters(280, 268, "100 PROOF", { face: "display", size: 26, weight: 900, fill: "#2A1B10", align: "middle" })}${letters(280, 298, "ONE DISTILLER", { size: 15, weight: 700, fill: "#2A1B10", align: "middle" })}${letters(280, 321, "ONE SEASON", { size: 15, weight: 700, fill: "#2A1B10", align: "middle" })}${letters(280, 344, "FOUR YEARS", { size: 15, weight: 700, fill: "#2A1B10", align: "middle" })}<path d="M206 396C230 372 236 420 258 392S286 404 300 386S330 402 352 388" fill="none" stroke="#1E3A6B" stroke-width="3.4" stroke-linecap="round"/>
${letters(470, 150, "1897", { face: "display", size: 118, weight: 900, fill: "#F7EDE0" })}<path d="M474 178H760" stroke="#F2A73B" stroke-width="3"/>${letters(474, 216, "age >= 4y", { size: 24, weight: 700, fill: "#F7EDE0" })}${letters(474, 250, "proof == 100", { size: 24, weight: 700, fill: "#F7EDE0" })}${letters(474, 284, "distiller.length === 1", { size: 20, weight: 700, fill: "#F7EDE0" })}${letters(474, 330, "signature: OK", { size: 24, weight: 800, fill: "#5FE3A1" })}`,
    `${desk}<linearGradient id="amber" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8A4A12"/><stop offset=".4" stop-color="#C8761A"/><stop offset="1" stop-color="#7A3D0C"/></linearGradient><linearGradient id="glassTurn"><stop offset="0" stop-color="#1A0A02" stop-opacity=".7"/><stop offset=".2" stop-color="#1A0A02" stop-opacity="0"/><stop offset=".7" stop-color="#1A0A02" stop-opacity=".1"/><stop offset="1" stop-color="#1A0A02" stop-opacity=".75"/></linearGradient>`,
  );
}
