import { encode } from "uqr";

/** Path data of the dark squares: a unit square for each. */
const squares = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");

/** A QR code of `text`. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={squares(data)} fill="#000" />
    </svg>
  );
}
