import { letters } from "../lettering.ts";
import { scene } from "../scene.ts";

const wide = (body: string, defs = "") => scene({ body, defs, width: 800, height: 450, wall: false });
const oak = `<radialGradient id="head" cx=".35" cy=".3" r=".8"><stop offset="0" stop-color="#B98252"/><stop offset=".6" stop-color="#875731"/><stop offset="1" stop-color="#54331B"/></radialGradient><linearGradient id="iron" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#A79C8E"/><stop offset="1" stop-color="#39312A"/></linearGradient><clipPath id="round"><circle r="84"/></clipPath>`;

/** A barrel's head, drawn about 0,0 with radius 92. */
const head = (inner: string) =>
  `<circle cx="7" cy="12" r="96" fill="#050302" opacity=".7" filter="url(#b8)"/><circle r="96" fill="#4A2E1A"/><circle r="92" fill="none" stroke="url(#iron)" stroke-width="11"/><circle r="84" fill="url(#head)"/><g clip-path="url(#round)" stroke="#2A160A" stroke-opacity=".6" stroke-width="2.4">${[-56, -28, 0, 28, 56].map((x) => `<path d="M${x} -90V90"/>`).join("")}</g><circle r="84" fill="none" stroke="#1A0D06" stroke-opacity=".6" stroke-width="5"/>${inner}`;

const brand = (text: string, y = 8) =>
  letters(0, y, text, {
    face: "display",
    size: 30,
    weight: 900,
    fill: "#2A160A",
    align: "middle",
    opacity: 0.85,
  });

/** A rick of barrels; one of them has been locked by somebody else. */
export function ransomware(): string {
  const lock = `<path d="M-24 -10V-30C-24 -62 24 -62 24 -30V-10" fill="none" stroke="#FF8A75" stroke-width="11"/><rect x="-40" y="-14" width="80" height="62" rx="9" fill="#FF8A75"/><circle cy="11" r="8" fill="#2A0D08"/><path d="M0 12l5 20H-5Z" fill="#2A0D08"/>`;
  const place = (x: number, y: number, inner: string) =>
    `<g transform="translate(${x} ${y})">${head(inner)}</g>`;
  const note = `<g transform="rotate(4 600 336)"><rect x="496" y="282" width="258" height="120" fill="#0A0503" opacity=".6" filter="url(#b8)" transform="translate(6 10)"/><rect x="496" y="282" width="258" height="120" rx="3" fill="#F3E6CE"/>${letters(516, 316, "YOUR FILES ARE", { size: 20, weight: 800, fill: "#2A1B10" })}${letters(516, 342, "FINE.", { size: 20, weight: 800, fill: "#2A1B10" })}${letters(516, 380, "WE HAVE COPIES.", { size: 20, weight: 800, fill: "#A3301C" })}</g>`;
  return wide(
    `<rect width="800" height="450" fill="url(#cellar)"/><rect width="800" height="450" fill="url(#alarm)"/><rect y="212" width="800" height="20" fill="#3A2415"/><rect y="212" width="800" height="3" fill="#FFE3B8" opacity=".2"/><rect y="434" width="800" height="20" fill="#3A2415"/>${place(104, 112, brand("BV-01"))}${place(306, 112, brand("BV-02"))}${place(508, 112, brand("BV-03"))}${place(710, 112, brand("BV-04"))}${place(104, 334, brand("BV-05"))}<circle cx="306" cy="334" r="150" fill="url(#glow)"/>${place(306, 334, lock)}${place(508, 334, brand("BV-07"))}${place(710, 334, brand("BV-08"))}${note}`,
    `${oak}<linearGradient id="cellar" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#3A281B"/><stop offset="1" stop-color="#120C08"/></linearGradient><radialGradient id="alarm" cx=".38" cy=".75" r=".6"><stop offset="0" stop-color="#FF6A4D" stop-opacity=".3"/><stop offset="1" stop-color="#FF6A4D" stop-opacity="0"/></radialGradient><radialGradient id="glow"><stop offset="0" stop-color="#FF8A75" stop-opacity=".6"/><stop offset="1" stop-color="#FF8A75" stop-opacity="0"/></radialGradient>`,
  );
}

/** An aisle of a full warehouse, back to the lit window at its end. */
export function barrels(): string {
  const rows = Array.from({ length: 7 }, (_, step) => {
    const depth = 6 - step;
    const scale = 0.16 * 1.36 ** step;
    const x = 96 * scale * 3.1;
    const shade = Math.min(0.72, depth * 0.02 + (step > 4 ? 0.12 * (step - 4) : 0));
    return [-1, 1]
      .flatMap((side) =>
        [-2.1, 0, 2.1].map((floor) => {
          const cy = 226 + floor * 98 * scale;
          const plank = `<rect x="${400 + side * x - 108 * scale}" y="${cy + 97 * scale}" width="${216 * scale}" height="${12 * scale}" fill="#2A180D"/>`;
          return `${plank}<g transform="translate(${400 + side * x} ${cy}) scale(${scale})">${head(step > 2 ? brand(floor === 0 ? "TAXED" : "ASLEEP", 10) : "")}<circle r="97" fill="#0A0503" opacity="${shade.toFixed(2)}"/></g>`;
        }),
      )
      .join("");
  }).join("");
  return wide(
    `<rect width="800" height="450" fill="#160E09"/><path d="M0 450L372 250H428L800 450Z" fill="url(#floor)"/><path d="M0 0L372 200H428L800 0Z" fill="#1E130C"/><circle cx="400" cy="222" r="240" fill="url(#window)"/><rect x="382" y="196" width="36" height="52" rx="3" fill="#FFE2B0"/><path d="M400 196V248M382 222H418" stroke="#7A4A1A" stroke-width="2"/>${rows}<path d="M382 248L250 450H550L418 248Z" fill="#FFC56E" opacity=".1" filter="url(#b8)"/>
<rect x="238" y="368" width="324" height="56" rx="8" fill="#0E0A08" opacity=".86"/>${letters(400, 406, "16,100,000", { size: 35, weight: 800, tracking: 0.03, fill: "#F2A73B", align: "middle" })}`,
    `${oak}<radialGradient id="window"><stop offset="0" stop-color="#FFC56E" stop-opacity=".75"/><stop offset=".4" stop-color="#F2A73B" stop-opacity=".22"/><stop offset="1" stop-color="#F2A73B" stop-opacity="0"/></radialGradient><linearGradient id="floor" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8A5A2C"/><stop offset="1" stop-color="#20130B"/></linearGradient>`,
  );
}
