const tongue = ["M90 10.5L95.5 10", "M95.5 10L99.5 7.4M95.5 10L99.8 11.4"];
const glass = "M35 15H61C61 31 71 38 71 54C71 65 64 72 56 74H40C32 72 25 65 25 54C25 38 35 31 35 15Z";
const body = ["M17 63C26 73 66 67 79 48", "M25 47C36 55 60 44 65 29C67 22 66 15 72 12"];
const back = ["M79 48C88 36 70 33 52 35S22 40 25 47", "M17 63C10 57 18 53 30 52"];
const head = "M65.5 15C64 6 74 2 82 5L91 10.5L83 16C76 20 69 21 65.5 15Z";
const eye = "M76 7a2.2 2.2 0 0 1 1.3 4l.8 2.9h-4.2l.8-2.9A2.2 2.2 0 0 1 76 7Z";
const stem = "M42 74L40 82M54 74L56 82M33 84H63";

const strokes = (paths: readonly string[], colour: string, width: number) =>
  `<g fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round">${paths.map((d) => `<path d="${d}"/>`).join("")}</g>`;

export type Mark = { ink: string; snake?: string; bourbon?: string; coils?: boolean };

let masks = 0;

/** The viper round a glass, centred on `x`, `y`. Printed in one ink or two; where it passes before the glass, the glass is cut away. */
export function mark(
  x: number,
  y: number,
  size: number,
  { ink, snake = ink, bourbon, coils = true }: Mark,
): string {
  const id = `mark${(masks += 1)}`;
  const scale = size / 96;
  const fill = bourbon ? `<clipPath id="${id}c"><path d="${glass}"/></clipPath>` : "";
  const pour = bourbon
    ? `<path clip-path="url(#${id}c)" d="M20 46q8-4 16 0t16 0t16 0t16 0V80H20z" fill="${bourbon}"/>`
    : "";
  return `<g transform="translate(${x - size / 2} ${y - size / 2}) scale(${scale})"><defs>${fill}<mask id="${id}" maskUnits="userSpaceOnUse" x="-10" y="-10" width="116" height="116"><rect x="-10" y="-10" width="116" height="116" fill="#fff"/>${strokes(body, "#000", 9.6)}</mask><mask id="${id}e" maskUnits="userSpaceOnUse" x="-10" y="-10" width="116" height="116"><rect x="-10" y="-10" width="116" height="116" fill="#fff"/><path d="${eye}" fill="#000"/></mask></defs><g mask="url(#${id})">${pour}${coils ? strokes(back, snake, 4.5).replace("<g ", `<g opacity="${snake === ink ? 0.85 : 0.6}" `) : ""}${strokes([glass, stem], ink, 4)}</g>${strokes(body, snake, 5.6)}${strokes(tongue, snake, 1.5)}<path d="${head}" fill="${snake}" mask="url(#${id}e)"/></g>`;
}
