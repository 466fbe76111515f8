/**
 * The height of a bar, 0 to 1. The numbers make the heights look irregular; they are not random, because prerendered and
 * hydrated HTML must be equal.
 */
const relativeHeight = (bar: number): number => {
  const envelope = Math.abs(Math.sin(bar * 0.71) * Math.sin(bar * 0.23 + 1.3));
  return 0.12 + 0.88 * envelope * (0.55 + 0.45 * Math.abs(Math.cos(bar * 1.9)));
};

type WaveformProps = {
  barCount: number;
  /** The share of the recording that was played (0 to 1), which is drawn in the accent color. */
  playedShare?: number;
  className?: string | undefined;
};

/** The height of the drawing and the distance between two bars, in SVG units. */
const HEIGHT = 100;
const STEP = 10;

/** SVG path data for the bars from `from` to before `to`: vertical lines around the middle. */
function linesOf(from: number, to: number): string {
  const lines: string[] = [];
  for (let bar = from; bar < to; bar += 1) {
    const halfHeight = Math.round(relativeHeight(bar) * (HEIGHT / 2 - 4));
    lines.push(`M${bar * STEP + STEP / 2} ${HEIGHT / 2 - halfHeight}v${2 * halfHeight}`);
  }
  return lines.join("");
}

/** A decorative drawing of an audio recording as bars. */
export function Waveform({ barCount, playedShare = 0, className }: WaveformProps) {
  const playedBarCount = Math.round(barCount * playedShare);
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox={`0 0 ${barCount * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      fill="none"
      strokeWidth={5}
      strokeLinecap="round"
      className={className}
    >
      <path
        d={linesOf(playedBarCount, barCount)}
        stroke="color-mix(in srgb, var(--stave-700) 70%, var(--stave-500))"
      />
      <path d={linesOf(0, playedBarCount)} stroke="var(--amber-400)" />
    </svg>
  );
}
