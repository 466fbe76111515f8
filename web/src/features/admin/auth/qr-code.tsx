import { encode } from "uqr";

/** SVG path data that draws a square of 1 by 1 for each dark square of the QR code. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");

/** A QR code that contains `text`. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={pathOf(data)} fill="#000" />
    </svg>
  );
}
