import { letters } from "../lettering.ts";
import { scene } from "../scene.ts";

const microphone = (x: number, y: number, turn: number) =>
  `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M0 60V330" stroke="#0C0806" stroke-width="18"/><rect x="-40" y="-74" width="80" height="150" rx="40" fill="#1A1310"/><rect x="-40" y="-74" width="80" height="96" rx="40" fill="#4A3F38"/>${Array.from({ length: 7 }, (_, i) => `<path d="M-38 ${-50 + i * 11}H38" stroke="#0C0806" stroke-width="3.4"/>`).join("")}<path d="M-28 -46V10" stroke="#FFE9C9" stroke-opacity=".5" stroke-width="6" stroke-linecap="round"/></g>`;

const rim = (d: string, colour: string, dx: number) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="12" opacity=".6" filter="url(#b8)" transform="translate(${dx} 4)"/><path d="${d}" fill="none" stroke="${colour}" stroke-width="3.4" opacity=".9" filter="url(#b3)" transform="translate(${dx / 4} 2)"/>`;

type Portrait = {
  back: string;
  parts: readonly { d: string; from: string; to: string; matt?: boolean }[];
  light: string;
  side: 1 | -1;
  front: string;
  defs?: string;
};

/** A head and shoulders in one strong light; no features, as on a coin in the dark. */
function portrait({ back, parts, light, side, front, defs = "" }: Portrait): string {
  const fills = parts
    .map(
      ({ from, to }, i) =>
        `<linearGradient id="part${i}" x1="${side > 0 ? 0 : 1}" y1="0" x2="${side > 0 ? 1 : 0}" y2=".6"><stop offset="0" stop-color="${from}"/><stop offset=".62" stop-color="${to}"/></linearGradient><clipPath id="edge${i}"><path d="${parts[i]?.d ?? ""}"/></clipPath>`,
    )
    .join("");
  const figure = parts
    .map(
      ({ d, matt }, i) =>
        `<path d="${d}" fill="url(#part${i})"/>${matt ? "" : `<g clip-path="url(#edge${i})">${rim(d, light, side * 5)}</g>`}`,
    )
    .join("");
  return scene({ wall: false, defs: fills + defs, body: `${back}<g>${figure}</g>${front}` });
}

/** Nora: lamp at the left, hair pinned up, a tasting glass on the bar. */
export const nora = () =>
  portrait({
    light: "#FFC56E",
    side: 1,
    defs: `<linearGradient id="bar" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#B5793F"/><stop offset=".6" stop-color="#5A3820"/><stop offset="1" stop-color="#1E120A"/></linearGradient><radialGradient id="bulb" cx=".18" cy=".16" r=".8"><stop offset="0" stop-color="#FFE2B0" stop-opacity=".9"/><stop offset=".25" stop-color="#F2A73B" stop-opacity=".42"/><stop offset="1" stop-color="#F2A73B" stop-opacity="0"/></radialGradient><clipPath id="glassIn"><path d="M560 520H664C664 570 690 596 690 648C690 690 664 712 640 718H584C560 712 534 690 534 648C534 596 560 570 560 520Z"/></clipPath>`,
    back: `<rect width="800" height="800" fill="url(#bar)"/>${[0, 1, 2, 3].map((i) => `<rect y="${120 + i * 170}" width="800" height="12" fill="#1A0F08" opacity=".55"/>`).join("")}${Array.from({ length: 15 }, (_, i) => `<path d="M${20 + i * 56} ${290 - (i % 3) * 12}v-${70 + (i % 4) * 14}c0-12 6-14 6-30v-18h16v18c0 16 6 18 6 30v${70 + (i % 4) * 14}z" fill="${["#7A3D0C", "#3A2414", "#94561C", "#4A2C14"][i % 4] ?? "#3A2414"}" opacity=".62" filter="url(#b3)"/>`).join("")}<rect width="800" height="800" fill="url(#bulb)"/>`,
    parts: [
      {
        d: "M340 128C372 86 444 92 452 148C470 160 470 196 440 206H360C330 190 324 152 340 128Z",
        from: "#6A3C1E",
        to: "#1A0E08",
      },
      {
        d: "M316 470C320 520 300 548 250 566C160 596 104 640 84 800H716C700 640 640 596 552 566C504 548 486 520 488 470Z",
        from: "#8A5A34",
        to: "#221610",
      },
      {
        d: "M400 176C320 176 276 232 276 312C276 340 280 366 288 388C296 440 330 512 400 512C466 512 502 440 510 388C520 366 524 340 524 312C524 232 480 176 400 176Z",
        from: "#EBB681",
        to: "#7A4E36",
      },
      {
        d: "M400 164C306 164 262 232 264 322C268 344 276 356 284 364C284 316 304 282 344 270C396 288 452 276 484 262C506 290 514 326 516 364C528 352 536 336 536 318C536 226 492 164 400 164Z",
        from: "#7A4522",
        to: "#160C07",
      },
      {
        d: "M300 566C330 606 470 606 500 566C540 580 560 590 580 600C540 690 470 720 400 720C330 720 258 690 220 600C244 586 268 576 300 566Z",
        from: "#2F6B50",
        to: "#0E2019",
      },
    ],
    front: `<g fill="none" stroke="#2A160C" stroke-width="5.5" stroke-linecap="round" opacity=".75"><path d="M326 352Q350 368 374 352M428 352Q452 368 474 352"/><path d="M322 322Q346 308 372 318M430 318Q454 308 478 322" stroke-width="7"/><path d="M402 352C398 380 390 396 394 404Q400 410 410 406" opacity=".7"/><path d="M368 444Q400 466 432 444"/></g><rect y="742" width="800" height="58" fill="#2A180D"/><rect y="740" width="800" height="4" fill="#FFE3B8" opacity=".4"/><g><rect x="520" y="600" width="190" height="140" clip-path="url(#glassIn)" fill="#D98A24"/><rect x="520" y="600" width="190" height="12" clip-path="url(#glassIn)" fill="#FFC56E"/><path d="M560 520H664C664 570 690 596 690 648C690 690 664 712 640 718H584C560 712 534 690 534 648C534 596 560 570 560 520Z" fill="#fff" fill-opacity=".07" stroke="#F7EDE0" stroke-width="6"/><path d="M590 718L582 742M634 718L642 742M566 744H658" stroke="#F7EDE0" stroke-width="6" stroke-linecap="round"/><path d="M552 640C552 610 570 580 574 540" fill="none" stroke="#fff" stroke-opacity=".7" stroke-width="6" stroke-linecap="round"/></g>${microphone(196, 520, -14)}`,
  });

/** Dev: a screen at the right, glasses that reflect it, a log behind. */
export const dev = () =>
  portrait({
    light: "#5FE3A1",
    side: -1,
    defs: `<linearGradient id="room" x1="1" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1F5540"/><stop offset=".55" stop-color="#10221B"/><stop offset="1" stop-color="#0B0A08"/></linearGradient><radialGradient id="screen" cx=".86" cy=".24" r=".75"><stop offset="0" stop-color="#8FF0C0" stop-opacity=".5"/><stop offset="1" stop-color="#5FE3A1" stop-opacity="0"/></radialGradient>`,
    back: `<rect width="800" height="800" fill="url(#room)"/>${[
      "03:17:02 sshd[811]: Failed password for root",
      "03:17:02 sshd[811]: Failed password for root",
      "03:17:03 sshd[811]: Failed password for angel",
      "03:17:04 sshd[811]: Accepted publickey for ?",
      "03:17:09 sudo: angel : COMMAND=/usr/bin/pour",
      "03:17:11 kernel: who is awake?",
      "03:17:12 pagerd: waking dev",
      "03:17:40 pagerd: acknowledged",
      "03:18:01 audit: session recorded",
      "03:19:20 fw: egress denied 203.0.113.7",
      "03:19:21 fw: egress denied 203.0.113.7",
      "03:24:58 ir: host isolated",
      "03:25:00 ir: pouring",
    ]
      .map((line, i) =>
        letters(30, 64 + i * 54, line, {
          size: 27,
          weight: 600,
          fill: i === 7 || i === 11 ? "#5FE3A1" : "#7FBFA0",
          opacity: i === 7 || i === 11 ? 0.8 : 0.34,
        }),
      )
      .join("")}<rect width="800" height="800" fill="url(#screen)"/>`,
    parts: [
      {
        d: "M312 480C316 530 296 556 244 574C150 606 92 650 74 800H726C710 650 650 606 556 574C506 556 488 530 490 480Z",
        from: "#3F5A50",
        to: "#0E1411",
      },
      {
        d: "M400 150C316 150 272 210 272 300C272 332 276 360 284 386C292 450 332 532 400 532C468 532 506 450 514 386C524 360 528 332 528 300C528 210 484 150 400 150Z",
        from: "#C59A70",
        to: "#4A3628",
      },
      {
        d: "M284 392C290 452 330 540 400 540C470 540 508 452 514 392C506 430 480 446 452 440C430 432 370 432 348 440C320 446 292 430 284 392Z",
        matt: true,
        from: "#4A392C",
        to: "#16110D",
      },
      {
        d: "M400 128C300 128 258 196 264 306C268 330 274 344 280 352C278 300 290 262 316 244C370 252 440 250 486 238C508 258 520 300 520 352C530 338 534 322 536 304C540 192 496 128 400 128Z",
        from: "#2E2A28",
        to: "#080605",
      },
      {
        d: "M248 574C300 640 500 640 552 574C600 592 626 604 648 622L630 800H170L152 622C176 602 204 590 248 574Z",
        from: "#33423B",
        to: "#0B0F0D",
      },
    ],
    front: `<g fill="#0A0806" fill-opacity=".55" stroke="#0A0806" stroke-width="9"><rect x="292" y="304" width="92" height="66" rx="20"/><rect x="416" y="304" width="92" height="66" rx="20"/></g><path d="M384 326C392 318 408 318 416 326M292 326L272 318M508 326L528 318" fill="none" stroke="#0A0806" stroke-width="9"/><path d="M430 318H492C496 318 498 322 496 326L486 352C484 356 480 358 476 358H446Z" fill="#5FE3A1" opacity=".62"/><path d="M322 318H368C372 318 374 322 372 326L364 352C362 356 358 358 354 358H336Z" fill="#5FE3A1" opacity=".4"/><path d="M256 300C236 130 564 130 544 300" fill="none" stroke="#0A0806" stroke-width="20"/><path d="M262 270C260 150 540 150 540 270" fill="none" stroke="#5FE3A1" stroke-opacity=".35" stroke-width="4"/><rect x="236" y="290" width="44" height="100" rx="20" fill="#120E0C"/><rect x="520" y="290" width="44" height="100" rx="20" fill="#1E2A24"/><path d="M556 304V376" stroke="#5FE3A1" stroke-width="5" stroke-linecap="round"/>${microphone(600, 560, 14)}`,
  });
