import { code128Bars } from "./code-128.ts";

/** The empty margin on each side that scanners need. A module is the width of the narrowest bar. */
const QUIET_ZONE_MODULES = 10;
/** The height in units of the SVG's view box, whose unit is a module. CSS sets the printed height. */
const HEIGHT = 40;

/** A Code 128 barcode of a text of printable ASCII characters. */
export function Barcode({ text, className }: { text: string; className?: string | undefined }) {
  const { width, bars } = code128Bars(text);
  return (
    <svg
      role="img"
      aria-label={`Barcode of ${text}`}
      viewBox={`${-QUIET_ZONE_MODULES} 0 ${width + 2 * QUIET_ZONE_MODULES} ${HEIGHT}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      className={className}
    >
      <path
        d={bars.map(({ x, width: barWidth }) => `M${x} 0h${barWidth}v${HEIGHT}h-${barWidth}z`).join("")}
        fill="#000"
      />
    </svg>
  );
}
