import { colourways, type ColourwayName } from "../colourways.ts";
import { both, cloth, rib, seam, stitches, type Fold } from "./cloth.ts";

export type Tee = {
  way: ColourwayName;
  print: string;
  view?: "front" | "back";
  sleeves?: "short" | "long";
  /** Dye of collar and sleeve bands, where it differs. */
  trim?: ColourwayName;
  label?: string;
};

const shoulder = {
  left: "M322 156C290 178 234 190 190 204C162 214 145 232 135 252",
  right: "L665 252C655 232 638 214 610 204C566 190 510 178 478 156",
};
const trunk =
  "L212 338C217 440 214 580 206 702C205 712 210 717 220 718C332 728 468 728 580 718C590 717 595 712 594 702C586 580 583 440 588 338";
const arms = {
  short: {
    left: "L84 356C82 363 84 369 90 372L170 409C176 411 181 409 183 403",
    right: "L617 403C619 409 624 411 630 409L710 372C716 369 718 363 716 356",
  },
  long: {
    left: "C112 300 90 460 70 620C69 628 73 633 80 634L132 641C139 642 143 639 144 632C156 540 178 432 212 338",
    right:
      "L588 338C622 432 644 540 656 632C657 639 661 642 668 641L720 634C727 633 731 628 730 620C710 460 688 300 665 252",
  },
};
const front = "C462 236 338 236 322 156Z";
const behind = "C440 184 360 184 322 156Z";

const creases: readonly Fold[] = [
  ...both("M216 352C266 388 318 398 352 398").map((d) => ({ d, width: 16, strength: 0.34 })),
  ...both("M222 376C262 420 300 440 330 452").map((d) => ({ d, width: 12, strength: 0.2 })),
  ...both("M228 346C278 374 322 382 360 380").map((d) => ({ d, width: 7, strength: 0.2, light: true })),
  ...both("M300 196C286 250 268 290 250 322").map((d) => ({ d, width: 16, strength: 0.14 })),
  { d: "M292 718C304 620 286 560 298 480", width: 20, strength: 0.22 },
  { d: "M312 718C320 620 306 570 316 500", width: 10, strength: 0.14, light: true },
  { d: "M520 718C506 610 524 560 508 470", width: 22, strength: 0.26 },
  { d: "M500 718C490 620 502 580 492 510", width: 9, strength: 0.12, light: true },
  { d: "M408 718C398 650 412 610 404 566", width: 16, strength: 0.16 },
  { d: "M574 352C570 470 578 580 584 682", width: 30, strength: 0.28, blur: "b16" },
];
const shortCreases: readonly Fold[] = [
  ...both("M190 226C170 280 156 322 136 386").map((d) => ({ d, width: 18, strength: 0.24 })),
  ...both("M170 236C148 284 130 322 112 374").map((d) => ({ d, width: 8, strength: 0.16, light: true })),
];
const longCreases: readonly Fold[] = [
  ...both("M200 322C160 422 136 502 124 622").map((d) => ({ d, width: 20, strength: 0.3 })),
  ...both("M150 300C126 400 104 500 92 612").map((d) => ({ d, width: 9, strength: 0.16, light: true })),
  ...both("M112 432C132 444 148 446 170 440").map((d) => ({ d, width: 9, strength: 0.3 })),
  ...both("M104 488C122 502 138 504 158 498").map((d) => ({ d, width: 9, strength: 0.26 })),
];

/** A T-shirt, ghost-mannequin style: the inside of the back neck shows in front views. */
export function tee({ way: name, print, view = "front", sleeves = "short", trim = name, label = "" }: Tee) {
  const way = colourways[name];
  const band = colourways[trim];
  const arm = arms[sleeves];
  const outline =
    shoulder.left +
    arm.left +
    (sleeves === "short" ? trunk : trunk.replace("L212 338", "")) +
    arm.right +
    shoulder.right +
    (view === "front" ? front : behind);
  const neck = view === "front" ? "M319 164C335 243 465 243 481 164" : "M320 163C360 192 440 192 480 163";
  const inside =
    view === "front"
      ? `<path d="M320 155C360 178 440 178 480 155C462 240 338 240 320 155Z" fill="${way.dark}"/><path d="M320 155C360 178 440 178 480 155C462 240 338 240 320 155Z" fill="#000" opacity=".32"/>${rib("M322 160C362 183 438 183 478 160", 15, band.dark)}<rect x="378" y="182" width="44" height="26" rx="2" fill="${way.ink}" opacity=".85"/>${label}`
      : "";
  const cuffs =
    sleeves === "short"
      ? trim === name
        ? [...both("M93 352L180 392"), ...both("M90 358L177 398")].map((d) => stitches(d, way)).join("")
        : both("M84 362L182 407")
            .map((d) => rib(d, 26, band.base))
            .join("")
      : both("M70 618L144 629")
          .map((d) => rib(d, 34, way.base))
          .join("");
  return cloth({
    outline,
    way,
    print,
    under: inside,
    folds: [...creases, ...(sleeves === "short" ? shortCreases : longCreases)],
    panels: `<path d="M588 338C616 300 612 230 610 204L740 240V660H656Z" fill="#0B0604" opacity=".16"/>`,
    over: `${rib(neck, 17, band.base)}${seam(view === "front" ? "M324 160C338 229 462 229 476 160" : "M326 164C362 186 438 186 474 164", 0.3)}${stitches(view === "front" ? "M305 164C321 260 479 260 495 164" : "M306 166C354 206 446 206 494 166", way)}${both(
      "M192 206C210 244 218 292 212 338",
    )
      .map((d) => seam(d))
      .join("")}${both("M184 208C202 246 210 292 204 332")
      .map((d) => stitches(d, way))
      .join(
        "",
      )}${cuffs}${["M209 692C332 703 468 703 591 692", "M208 699C332 710 468 710 592 699"].map((d) => stitches(d, way)).join("")}`,
  });
}
