import { brandInk } from "../colourways.ts";
import { letters } from "../lettering.ts";
import { scene } from "../scene.ts";

const wide = (body: string, defs = "") => scene({ body, defs, width: 800, height: 450, wall: false });

/** The same bytes on every run. */
function bytes(seed: number) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** Hashes fall; some have an answer beside them. */
export function passwordCracking(): string {
  const next = bytes(41);
  const found: Record<number, string> = {
    1: "summer2016",
    4: "letmein!",
    5: "bourbon1",
    8: "N3wy0rk",
    9: "qwerty",
  };
  const rows = Array.from({ length: 11 }, (_, row) => {
    const hash = Array.from({ length: 32 }, () => Math.floor(next() * 16).toString(16)).join("");
    const word = found[row];
    const y = 122 + row * 28;
    return (
      letters(92, y, hash, { size: 16.5, weight: 500, fill: brandInk.cream, opacity: word ? 0.42 : 0.78 }) +
      (word
        ? letters(436, y, ":", { size: 16.5, weight: 700, fill: brandInk.viper, opacity: 0.7 }) +
          letters(458, y, word, { size: 16.5, weight: 800, fill: brandInk.viper })
        : `<rect x="436" y="${y - 6}" width="${60 + Math.floor(next() * 90)}" height="2" fill="#8F735B" opacity=".6"/>`)
    );
  }).join("");
  const fan = (cx: number, cy: number) =>
    `<circle cx="${cx}" cy="${cy}" r="66" fill="#0B0705" stroke="#433225" stroke-width="3"/>${Array.from({ length: 9 }, (_, i) => `<path d="M${cx} ${cy}C${cx + 20} ${cy - 20} ${cx + 26} ${cy - 46} ${cx + 12} ${cy - 60}C${cx - 4} ${cy - 52} ${cx - 10} ${cy - 26} ${cx} ${cy}Z" fill="#3A2C22" transform="rotate(${i * 40} ${cx} ${cy})"/>`).join("")}<circle cx="${cx}" cy="${cy}" r="16" fill="#F2A73B" opacity=".85"/>`;
  return wide(
    `<rect width="800" height="450" fill="url(#night)"/><rect width="800" height="450" fill="url(#heat)"/>${fan(694, 120)}${fan(694, 286)}<rect x="66" y="44" width="548" height="424" rx="14" fill="#0A0503" opacity=".6" filter="url(#b16)" transform="translate(8 14)"/><rect x="66" y="44" width="548" height="430" rx="14" fill="#15100C" stroke="#433225" stroke-width="2"/><path d="M66 80H614" stroke="#433225" stroke-width="2"/><circle cx="90" cy="62" r="6" fill="#FF8A75"/><circle cx="110" cy="62" r="6" fill="#F2A73B"/><circle cx="130" cy="62" r="6" fill="#5FE3A1"/>${letters(340, 68, "hashcat: 5 of 11 recovered", { size: 14, weight: 600, fill: "#AD9780", align: "middle" })}${rows}`,
    `<linearGradient id="night" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#2B1F17"/><stop offset="1" stop-color="#0E0A08"/></linearGradient><radialGradient id="heat" cx=".9" cy=".45" r=".5"><stop offset="0" stop-color="#F2A73B" stop-opacity=".36"/><stop offset="1" stop-color="#F2A73B" stop-opacity="0"/></radialGradient>`,
  );
}

const ant = (x: number, y: number, turn: number, colour = "#2A1408") =>
  `<g transform="translate(${x} ${y}) rotate(${turn})" fill="${colour}" stroke="${colour}" stroke-width="1.7" stroke-linecap="round"><ellipse cx="-9" rx="7" ry="4.6"/><circle r="3.2"/><circle cx="8" r="4"/><path d="M-1 2l-5 8M1 2l0 9M3 2l6 7M-1-2l-5-8M1-2l0-9M3-2l6-7M11-2l6-5M11 2l6 5" fill="none"/></g>`;

/** An ant farm, and one ant that has noticed the address on its lid. */
export function securityMindset(): string {
  const tunnel =
    "M330 150C330 190 300 200 270 222S240 280 290 292S390 280 410 318S350 372 300 366M410 318C460 330 520 312 536 268S520 208 560 196M290 292C262 320 214 322 200 350M470 150C470 180 480 190 500 200S560 190 560 196";
  return wide(
    `<rect width="800" height="450" fill="url(#room)"/><rect width="800" height="450" fill="url(#sun)"/><rect y="408" width="800" height="42" fill="#4A3220"/><rect y="406" width="800" height="3" fill="#FFE3B8" opacity=".3"/><ellipse cx="430" cy="416" rx="330" ry="14" fill="#0A0503" opacity=".6" filter="url(#b8)"/>
<rect x="136" y="52" width="530" height="362" rx="16" fill="#8A4B00"/><rect x="136" y="52" width="530" height="362" rx="16" fill="none" stroke="#FFC56E" stroke-opacity=".4" stroke-width="2"/><rect x="158" y="74" width="486" height="318" rx="8" fill="#F6E9D2"/><path d="M158 150C230 138 300 156 380 146S560 156 644 142V392H158Z" fill="#C48B4E"/><path d="M158 210C260 200 380 222 644 202V392H158Z" fill="#A86F38"/><path d="M158 300C300 286 440 312 644 292V392H158Z" fill="#865325"/>
<path d="${tunnel}" fill="none" stroke="#3A2010" stroke-width="30" stroke-linecap="round" opacity=".55"/><path d="${tunnel}" fill="none" stroke="#F3E2C4" stroke-width="22" stroke-linecap="round"/><circle cx="300" cy="366" r="19" fill="#F3E2C4"/><circle cx="200" cy="350" r="17" fill="#F3E2C4"/>
${ant(330, 172, 95)}${ant(268, 224, 150)}${ant(300, 293, 8)}${ant(380, 290, 20)}${ant(406, 322, 120)}${ant(490, 318, -12)}${ant(534, 262, -80)}${ant(300, 366, 190)}${ant(204, 346, 130)}${ant(240, 130, 4)}${ant(470, 162, 100)}${ant(586, 120, -28, "#1F6B4A")}
<path d="M600 104C614 92 618 88 622 78" stroke="#1F6B4A" stroke-width="2" stroke-dasharray="3 5" fill="none"/><rect x="520" y="30" width="120" height="40" rx="6" fill="#F7EDE0" stroke="#2A1408" stroke-width="2"/>${letters(580, 47, "REFILL ANTS:", { size: 11, weight: 700, fill: "#2A1408", align: "middle" })}${letters(580, 62, "ANY ADDRESS", { size: 12, weight: 800, fill: "#A3301C", align: "middle" })}
<path d="M170 84L330 84L210 388H170Z" fill="#fff" opacity=".16"/><path d="M350 84H386L266 388H230Z" fill="#fff" opacity=".1"/>`,
    `<linearGradient id="room" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#6B4B33"/><stop offset="1" stop-color="#241812"/></linearGradient><radialGradient id="sun" cx=".2" cy=".1" r=".8"><stop offset="0" stop-color="#FFD9A0" stop-opacity=".45"/><stop offset="1" stop-color="#FFD9A0" stop-opacity="0"/></radialGradient>`,
  );
}
