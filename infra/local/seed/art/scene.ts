/** Shared by every picture, so that the shelf looks shot in one session: same wall, same light from the top left. */
export type Scene = {
  body: string;
  defs?: string;
  /** A part of the 800 × 800 picture, for close-ups: `x y width height`. */
  crop?: readonly [number, number, number, number] | undefined;
  width?: number;
  height?: number;
  wall?: boolean;
};

const boards = [0, 152, 318, 470, 642].map((x, index, all) => {
  const next = all[index + 1] ?? 800;
  const tone = [0.1, 0, 0.07, 0.03, 0.12][index] ?? 0;
  return `<rect x="${x}" width="${next - x}" height="800" fill="#000" opacity="${tone}"/><rect x="${x}" width="1.5" height="800" fill="#000" opacity=".35"/><rect x="${x + 1.5}" width="1.5" height="800" fill="#fff" opacity=".05"/>`;
});

const wallDefs = `
<linearGradient id="wall" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#70543F"/><stop offset=".5" stop-color="#4D382A"/><stop offset="1" stop-color="#281B13"/></linearGradient>
<radialGradient id="lamp" cx=".3" cy=".2" r=".85"><stop offset="0" stop-color="#FFD9A0" stop-opacity=".38"/><stop offset=".55" stop-color="#F2A73B" stop-opacity=".06"/><stop offset="1" stop-color="#F2A73B" stop-opacity="0"/></radialGradient>
<radialGradient id="vignette" cx=".48" cy=".45" r=".78"><stop offset=".55" stop-color="#120B07" stop-opacity="0"/><stop offset="1" stop-color="#120B07" stop-opacity=".62"/></radialGradient>
<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".11 .004" numOctaves="3" seed="7"/><feColorMatrix values="0 0 0 0 .08  0 0 0 0 .04  0 0 0 0 .02  1.6 0 0 0 -.62"/></filter>`;

export const wall = `<rect width="800" height="800" fill="url(#wall)"/>${boards.join("")}<rect width="800" height="800" filter="url(#grain)" opacity=".55"/><rect width="800" height="800" fill="url(#lamp)"/><rect width="800" height="800" fill="url(#vignette)"/>`;

/** Blurs and cloth that bodies may use by id. */
const tools = `
<filter id="b3" filterUnits="userSpaceOnUse" x="-100" y="-100" width="1000" height="1000"><feGaussianBlur stdDeviation="3"/></filter>
<filter id="b8" filterUnits="userSpaceOnUse" x="-100" y="-100" width="1000" height="1000"><feGaussianBlur stdDeviation="8"/></filter>
<filter id="b16" filterUnits="userSpaceOnUse" x="-100" y="-100" width="1000" height="1000"><feGaussianBlur stdDeviation="16"/></filter>
<filter id="b26" filterUnits="userSpaceOnUse" x="-100" y="-100" width="1000" height="1000"><feGaussianBlur stdDeviation="26"/></filter>
<filter id="cloth" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".55 .7" numOctaves="2" seed="3"/><feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  1.3 0 0 0 -.52"/></filter>
<filter id="fleece" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".22 .3" numOctaves="3" seed="9"/><feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  1.5 0 0 0 -.6"/></filter>
<filter id="worn" filterUnits="userSpaceOnUse" x="0" y="0" width="800" height="800"><feTurbulence type="fractalNoise" baseFrequency=".22" numOctaves="2" seed="21" result="t"/><feColorMatrix in="t" values="0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  -8 0 0 0 6.1" result="m"/><feComposite in="SourceGraphic" in2="m" operator="in"/></filter>`;

/** A whole SVG document. */
export function scene({
  body,
  defs = "",
  crop,
  width = 800,
  height = 800,
  wall: onWall = true,
}: Scene): string {
  const box = crop ?? [0, 0, width, height];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(" ")}" width="${width}" height="${height}"><defs>${wallDefs}${tools}${defs}</defs>${onWall ? wall : ""}${body}</svg>`;
}
