import { colourways, type ColourwayName } from "../colourways.ts";
import { mark } from "../mark.ts";
import { both, cloth, mirror, rib, seam, stitches } from "./cloth.ts";

export type Polo = {
  way: ColourwayName;
  print: string;
  view?: "front" | "back";
  tip?: string;
  pattern?: string;
};

const outline =
  "M322 160C290 180 234 190 190 204C162 214 145 232 135 252L82 374C80 381 82 387 88 390L172 424C178 426 183 424 185 418L214 338C219 440 216 560 209 678C208 688 213 692 223 693C332 701 468 701 577 693C587 692 592 688 591 678C584 560 581 440 586 338L615 418C617 424 622 426 628 424L712 390C718 387 720 381 718 374L665 252C655 232 638 214 610 204C566 190 510 180 478 160C440 190 360 190 322 160Z";
const leaf =
  "M330 138C318 150 312 168 312 184L350 276C354 284 362 284 367 277L400 222C372 206 344 176 330 138Z";
const creases = [
  ...both("M218 354C266 388 318 400 352 402").map((d) => ({ d, width: 16, strength: 0.32 })),
  ...both("M228 348C278 376 322 386 356 384").map((d) => ({ d, width: 7, strength: 0.18, light: true })),
  ...both("M190 226C172 284 156 332 138 398").map((d) => ({ d, width: 18, strength: 0.24 })),
  { d: "M298 690C306 620 292 560 302 486", width: 20, strength: 0.22 },
  { d: "M518 690C504 610 522 560 508 476", width: 22, strength: 0.26 },
  { d: "M500 690C490 620 502 580 492 516", width: 9, strength: 0.12, light: true },
  { d: "M574 352C570 470 578 580 584 682", width: 30, strength: 0.26, blur: "b16" as const },
];

/** A polo shirt: turned collar, three-button placket, knitted sleeve bands. */
export function polo({ way: name, print, view = "front", tip, pattern = "" }: Polo) {
  const way = colourways[name];
  const tipped = (d: string) =>
    tip ? `<path d="${d}" fill="none" stroke="${tip}" stroke-width="3.2"/>` : "";
  const bands =
    both("M84 378L182 418")
      .map((d) => rib(d, 22, way.base))
      .join("") + [...both("M84 372L184 413"), ...both("M82 381L181 421")].map(tipped).join("");
  const collarFront =
    both(leaf)
      .map(
        (d) =>
          `<path d="${d}" fill="#0A0503" opacity=".5" filter="url(#b3)" transform="translate(3 7)"/><path d="${d}" fill="url(#collar)"/><path d="${d}" fill="none" stroke="#0B0604" stroke-opacity=".4" stroke-width="1.5"/>`,
      )
      .join("") +
    [...both("M318 188L352 270C355 277 362 277 366 271L397 224")]
      .map((d) => (tip ? `${tipped(d)}` : stitches(d, way)))
      .join("") +
    (tip
      ? both("M326 188L356 260C358 264 361 264 363 261L389 219")
          .map((d) => `<path d="${d}" fill="none" stroke="${tip}" stroke-width="1.8"/>`)
          .join("")
      : "");
  const inside = `<path d="M330 138C364 130 436 130 470 138C462 190 430 214 400 226C370 214 338 190 330 138Z" fill="${way.dark}"/><path d="M330 138C364 130 436 130 470 138C462 190 430 214 400 226C370 214 338 190 330 138Z" fill="#000" opacity=".4"/><path d="M331 143C366 157 434 157 469 143" fill="none" stroke="${way.base}" stroke-width="10"/><path d="M331 143C366 157 434 157 469 143" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="10"/><rect x="381" y="158" width="38" height="22" rx="2" fill="${way.ink}" opacity=".8"/>${mark(400, 169, 17, { ink: way.dark, coils: false })}`;
  const button = (y: number) =>
    `<circle cx="401" cy="${y + 1.5}" r="7" fill="#0A0503" opacity=".5"/><circle cx="400" cy="${y}" r="6.5" fill="#E9D3AE"/><circle cx="398.6" cy="${y - 1.4}" r="4.6" fill="#F8EBD3"/><g fill="#6B4A2A"><circle cx="398.4" cy="${y}" r="1"/><circle cx="401.6" cy="${y}" r="1"/></g>`;
  const placket = `<path d="M384 232H416V376H384Z" fill="${way.base}"/><path d="M416 236V378H384" fill="none" stroke="#0B0604" stroke-opacity=".5" stroke-width="2.6"/>${stitches("M388 240V371H412V240", way)}${button(262)}${button(304)}${button(346)}`;
  const turned =
    "M318 150C350 128 450 128 482 150C494 166 496 184 492 200C440 216 360 216 308 200C304 184 306 166 318 150Z";
  const collarBack = `<path d="${turned}" fill="#0A0503" opacity=".5" filter="url(#b3)" transform="translate(2 7)"/><path d="${turned}" fill="url(#collar)"/>${tip ? tipped("M309 195C360 210 440 210 491 195") + `<path d="M309 187C360 202 440 202 491 187" fill="none" stroke="${tip}" stroke-width="1.8"/>` : stitches("M312 194C360 208 440 208 488 194", way)}`;
  const { defs, body } = cloth({
    outline,
    way,
    folds: creases,
    under: view === "front" ? inside : "",
    print: (view === "front" ? pattern + placket : pattern) + print,
    panels: `<path d="M586 338C616 300 612 230 610 204L740 240V470Z" fill="#0B0604" opacity=".16"/>`,
    over: `${both("M192 206C210 244 220 292 214 338")
      .map((d) => seam(d))
      .join(
        "",
      )}${bands}${view === "front" ? collarFront : collarBack}${stitches("M212 674C332 685 468 685 588 674", way)}${seam(mirror("M216 612C217 642 219 662 221 692"), 0.3)}`,
  });
  return {
    defs: `${defs}<linearGradient id="collar" x1="0" y1="0" x2=".6" y2="1"><stop offset="0" stop-color="${way.light}"/><stop offset="1" stop-color="${way.base}"/></linearGradient>`,
    body,
  };
}
