import { encode } from "uqr";

/** SVG path data that draws a square of 1 by 1 for each dark square of the QR code. */
const pathOf = (rows: readonly (readonly boolean[])[]): string =>
  rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");

/** The width, in squares, of the light border that scanners need. ISO/IEC 18004, 'quiet zone' */
const QUIET_ZONE = 4;

/**
 * A QR code that contains `text`: black on white on any background, and readable with 15 % of it covered (level M). A text
 * of digits and capital letters needs fewer squares than a text with other characters, so each square is larger.
 */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { size, data } = encode(text, { ecc: "M", border: QUIET_ZONE });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={pathOf(data)} fill="#000" />
    </svg>
  );
}
