/** The height of a bar, 0 to 1. Computed, not random: prerendered and hydrated HTML must be equal. */
const loudness = (bar: number): number => {
  const speech = Math.abs(Math.sin(bar * 0.71) * Math.sin(bar * 0.23 + 1.3));
  return 0.12 + 0.88 * speech * (0.55 + 0.45 * Math.abs(Math.cos(bar * 1.9)));
};

type WaveformProps = {
  bars: number;
  /** The part that was played, 0 to 1; drawn in amber. */
  played?: number;
  className?: string | undefined;
};

const HEIGHT = 100;
const STEP = 10;

/** The path of the bars `from` to `to`: vertical lines around the middle. */
function linesOf(from: number, to: number): string {
  const lines: string[] = [];
  for (let bar = from; bar < to; bar += 1) {
    const half = Math.round(loudness(bar) * (HEIGHT / 2 - 4));
    lines.push(`M${bar * STEP + STEP / 2} ${HEIGHT / 2 - half}v${2 * half}`);
  }
  return lines.join("");
}

/** An audio recording drawn as bars; decorative. */
export function Waveform({ bars, played = 0, className }: WaveformProps) {
  const split = Math.round(bars * played);
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
