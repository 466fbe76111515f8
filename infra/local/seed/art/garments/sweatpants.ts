import { colourways, type ColourwayName } from "../colourways.ts";
import { both, cloth, rib, seam, stitches, type Fold } from "./cloth.ts";

export type Sweatpants = {
  way: ColourwayName;
  print: string;
  hem?: "ribbed" | "open";
  cord?: string;
  hoops?: string;
};

const ribbed =
  "M284 116C282 108 286 104 294 103C360 98 440 98 506 103C514 104 518 108 516 116C534 250 560 470 560 610C562 650 556 690 548 712C546 718 542 720 536 720H466C458 720 454 716 453 709C450 690 446 670 442 650C432 560 420 440 404 352C402 346 398 346 396 352C380 440 368 560 358 650C354 670 350 690 347 709C346 716 342 720 334 720H264C258 720 254 718 252 712C244 690 238 650 240 610C240 470 266 250 284 116Z";
const open =
  "M284 116C282 108 286 104 294 103C360 98 440 98 506 103C514 104 518 108 516 116C536 260 568 480 584 704C585 713 580 718 571 719C536 722 500 722 466 719C458 718 454 714 453 706C448 590 424 450 404 352C402 346 398 346 396 352C376 450 352 590 347 706C346 714 342 718 334 719C300 722 264 722 229 719C220 718 215 713 216 704C232 480 264 260 284 116Z";
const creases: readonly Fold[] = [
  ...both("M396 356C372 366 340 372 306 366").map((d) => ({ d, width: 16, strength: 0.34 })),
  ...both("M394 372C372 394 346 406 318 410").map((d) => ({ d, width: 11, strength: 0.24 })),
  ...both("M392 340C370 346 346 350 322 344").map((d) => ({ d, width: 8, strength: 0.18, light: true })),
  ...both("M300 150C292 220 284 280 278 330").map((d) => ({ d, width: 18, strength: 0.14 })),
  { d: "M262 520C290 540 322 540 350 524", width: 14, strength: 0.28 },
  { d: "M258 556C290 580 318 580 348 566", width: 12, strength: 0.24 },
  { d: "M260 538C290 558 320 560 350 544", width: 7, strength: 0.16, light: true },
  { d: "M540 506C512 530 480 532 452 514", width: 14, strength: 0.3 },
  { d: "M546 548C514 574 482 576 452 558", width: 12, strength: 0.24 },
  { d: "M244 640C276 656 316 658 350 644", width: 14, strength: 0.3 },
  { d: "M556 640C524 656 484 658 450 644", width: 14, strength: 0.3 },
  { d: "M318 420C306 480 300 560 300 640", width: 26, strength: 0.14, light: true, blur: "b16" },
  { d: "M536 300C552 420 562 560 556 700", width: 34, strength: 0.32, blur: "b16" },
  { d: "M404 420C424 520 440 600 448 700", width: 26, strength: 0.26, blur: "b16" },
];

/** Sweatpants, laid flat: ribbed waist, drawstring, side pockets. */
export function sweatpants({ way: name, print, hem = "ribbed", cord = "#E9DCC8", hoops }: Sweatpants) {
  const way = colourways[name];
  const cuff = (d: string) => rib(d, 54, way.base) + seam(d.replaceAll("690", "662"), 0.4);
  const foot =
    hem === "ribbed"
      ? ["M244 690C280 696 320 696 352 690", "M448 690C480 696 520 696 556 690"]
          .map(
            (d) =>
              cuff(d) +
              (hoops
                ? [676, 690, 704]
                    .map(
                      (y) =>
                        `<path d="${d.replaceAll("696", String(y + 6)).replaceAll("690", String(y))}" fill="none" stroke="${hoops}" stroke-width="6"/>`,
                    )
                    .join("")
                : ""),
          )
          .join("")
      : ["M219 702C264 707 310 707 348 702", "M452 702C490 707 536 707 581 702"]
          .map((d) => stitches(d, way))
          .join("");
  const string = (d: string) =>
    `<path d="${d}" fill="none" stroke="#0A0503" stroke-opacity=".5" stroke-width="8" stroke-linecap="round" transform="translate(3 5)" filter="url(#b3)"/><path d="${d}" fill="none" stroke="${cord}" stroke-width="6.5" stroke-linecap="round"/><path d="${d}" fill="none" stroke="#0B0604" stroke-opacity=".3" stroke-width="6.5" stroke-dasharray="1.4 3"/>`;
  return cloth({
    outline: hem === "ribbed" ? ribbed : open,
    way,
    print,
    folds: creases,
    texture: "fleece",
    panels: `<path d="M560 90C560 300 470 420 470 730H640V90Z" fill="#0B0604" opacity=".3" filter="url(#b26)"/>${foot}`,
    over: `<g clip-path="url(#cut)">${rib("M276 126C360 118 440 118 524 126", 46, way.base)}</g>${seam("M282 150C360 142 440 142 518 150")}${["M280 157C360 149 440 149 520 157", "M284 126C360 118 440 118 516 126"].map((d) => stitches(d, way)).join("")}${seam("M400 150C399 220 400 290 400 350", 0.5)}${stitches("M406 154C405 220 406 280 405 344", way)}${both(
      "M290 168C296 214 284 256 264 286",
    )
      .map((d) => seam(d, 0.6))
      .join("")}${both("M297 168C303 216 291 260 269 292")
      .map((d) => stitches(d, way))
      .join(
        "",
      )}<circle cx="382" cy="128" r="5" fill="#1A1210"/><circle cx="418" cy="128" r="5" fill="#1A1210"/>${string("M382 128C376 170 388 210 380 262")}${string("M418 128C428 168 414 200 424 244")}<path d="M380 262V278M424 244V260" stroke="#B98B4A" stroke-width="8" stroke-linecap="round"/>`,
  });
}
