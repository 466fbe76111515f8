/** How loud one bar is, 0 to 1: the same in every rendering. */
const loudness = (bar: number): number => {
  const speech = Math.abs(Math.sin(bar * 0.71) * Math.sin(bar * 0.23 + 1.3));
  return 0.12 + 0.88 * speech * (0.55 + 0.45 * Math.abs(Math.cos(bar * 1.9)));
};

type WaveformProps = {
  /** How many bars; every tenth of one is space. */
  bars: number;
  /** The part that was heard, 0 to 1, in amber. */
  heard?: number;
  className?: string | undefined;
};

const HEIGHT = 100;
const STEP = 10;

/** Bars from `from` to `to`, each a line through the middle. */
function linesOf(from: number, to: number): string {
  const lines: string[] = [];
  for (let bar = from; bar < to; bar += 1) {
    const half = Math.round(loudness(bar) * (HEIGHT / 2 - 4));
    lines.push(`M${bar * STEP + STEP / 2} ${HEIGHT / 2 - half}v${2 * half}`);
  }
  return lines.join("");
}

/** A recording as bars; decorative. */
export function Waveform({ bars, heard = 0, className }: WaveformProps) {
  const split = Math.round(bars * heard);
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox={`0 0 ${bars * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      fill="none"
      strokeWidth={5}
      strokeLinecap="round"
      className={className}
    >
      <path d={linesOf(split, bars)} stroke="#5b4634" />
      <path d={linesOf(0, split)} stroke="#f2a73b" />
    </svg>
  );
}
