import { letters } from "../lettering.ts";
import { mark } from "../mark.ts";

export type Ticket = {
  title: readonly string[];
  line: string;
  place: string;
  month: string;
  day: string;
  serial: string;
  paper: string;
  ink: string;
  accent: string;
};

const outline =
  "M0 14C0 6 6 0 14 0H444A20 20 0 0 0 484 0H626C634 0 640 6 640 14V286C640 294 634 300 626 300H484A20 20 0 0 0 444 300H14C6 300 0 294 0 286V14Z";

const bars = (ink: string) =>
  Array.from(
    { length: 38 },
    (_, i) =>
      `<rect x="588" y="${34 + i * 6.2}" width="30" height="${[2.4, 4.2, 1.6, 3.2, 5, 1.6, 2.4][(i * 5 + (i % 3)) % 7]}" fill="${ink}"/>`,
  ).join("");

/** One ticket, 640 × 300, with a stub behind a perforation. */
function paper({ title, line, place, month, day, serial, paper: stock, ink, accent }: Ticket) {
  const top = 162 - (title.length - 1) * 23;
  const size = title.length > 2 ? 38 : 46;
  return `<path d="${outline}" fill="${stock}"/><path d="${outline}" fill="url(#sheen)"/><rect width="640" height="300" clip-path="url(#tcut)" filter="url(#cloth)" opacity=".2"/>
<g fill="none" stroke="${ink}" stroke-opacity=".75"><rect x="16" y="16" width="424" height="268" rx="7" stroke-width="2.4"/><rect x="22" y="22" width="412" height="256" rx="4" stroke-width="1"/></g>
${mark(78, 70, 66, { ink, snake: accent })}
${letters(124, 60, "BOURBON VIPERS", { size: 17, weight: 700, tracking: 0.16, fill: ink })}${letters(124, 84, line, { size: 13.5, weight: 500, tracking: 0.06, fill: ink, opacity: 0.8 })}
${title.map((row, i) => letters(44, top + i * (size + 4) + 14, row, { face: "display", size, weight: 850, fill: ink })).join("")}
<path d="M44 232H418" stroke="${ink}" stroke-opacity=".5" stroke-width="1.2"/>${letters(44, 259, place, { size: 14, weight: 600, tracking: 0.03, fill: ink })}
<path d="M464 26V276" stroke="#000" stroke-opacity=".5" stroke-width="3" stroke-dasharray="1 9" stroke-linecap="round"/>
${letters(530, 74, month, { size: 20, weight: 800, tracking: 0.12, fill: accent, align: "middle" })}${letters(530, 136, day, { face: "display", size: 62, weight: 850, fill: ink, align: "middle" })}${letters(530, 164, "2027", { size: 20, weight: 700, tracking: 0.12, fill: ink, align: "middle" })}
<rect x="492" y="186" width="76" height="2" fill="${ink}" opacity=".4"/>${letters(530, 216, "ADMIT", { size: 17, weight: 700, tracking: 0.14, fill: ink, align: "middle" })}${letters(530, 242, "ONE", { size: 17, weight: 700, tracking: 0.14, fill: ink, align: "middle" })}${letters(530, 272, serial, { size: 12.5, weight: 500, fill: ink, align: "middle", opacity: 0.8 })}${bars(ink)}`;
}

const placed = (ticket: Ticket, transform: string, dim = 0) =>
  `<g transform="${transform}"><path d="${outline}" transform="translate(12 20)" fill="#0A0503" opacity=".6" filter="url(#b16)"/><path d="${outline}" transform="translate(3 5)" fill="#0A0503" opacity=".6" filter="url(#b3)"/>${paper(ticket)}${dim ? `<path d="${outline}" fill="#1A0F08" opacity="${dim}"/>` : ""}<path d="${outline}" fill="none" stroke="#FFF3DF" stroke-opacity=".3" stroke-width="1.4"/></g>`;

/** Two tickets pinned to the wall, one over the other. */
export function tickets(ticket: Ticket) {
  const under = { ...ticket, serial: ticket.serial.replace(/.$/, "F") };
  return {
    defs: `<clipPath id="tcut"><path d="${outline}"/></clipPath><linearGradient id="sheen" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".26"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".26"/></linearGradient>`,
    body:
      placed(under, "rotate(9 400 400) translate(84 218)", 0.3) +
      placed(ticket, "rotate(-5 400 400) translate(78 262)"),
  };
}
