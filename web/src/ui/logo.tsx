import { useId } from "react";

const GLASS = "M35 15H61C61 31 71 38 71 54C71 65 64 72 56 74H40C32 72 25 65 25 54C25 38 35 31 35 15Z";
const COILS_BEHIND_GLASS = ["M79 48C88 36 70 33 52 35S22 40 25 47", "M17 63C10 57 18 53 30 52"];
const COILS_IN_FRONT = ["M17 63C26 73 66 67 79 48", "M25 47C36 55 60 44 65 29C67 22 66 15 72 12"];

/**
 * The brand's logo, decorative: a viper around a whiskey glass. `size` is in px; CSS may override the size.
 * Below 25 px the coils behind the glass are left out. Animations select the bourbon by `[data-part=level]`,
 * and packing slips draw `[data-part=light]`, which would be hard to see on paper, in black. A logo may lack these parts.
 */
export function Logo({ size = 40, className }: { size?: number; className?: string | undefined }) {
  const clip = useId();
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 96 96"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <clipPath id={clip}>
        <path d={GLASS} />
      </clipPath>
      {size > 24 && COILS_BEHIND_GLASS.map((d) => <path key={d} d={d} stroke="#2E8F5F" strokeWidth={6} />)}
      <g clipPath={`url(#${clip})`}>
        <g data-part="level">
          <path d="M20 46q8-4 16 0t16 0t16 0t16 0V80H20z" fill="#C8761A" />
          <path d="M20 46q8-4 16 0t16 0t16 0t16 0v6q-8 4-16 0t-16 0t-16 0t-16 0z" fill="#F2A73B" />
        </g>
      </g>
      <g data-part="light" stroke="#F7EDE0" strokeWidth={3.5}>
        <path d={GLASS} />
        <path d="M42 74L40 82M54 74L56 82M33 84H63" />
      </g>
      {COILS_IN_FRONT.map((d) => (
        <path key={d} d={d} stroke="#0E0A08" strokeWidth={10} />
      ))}
      {COILS_IN_FRONT.map((d) => (
        <path key={d} d={d} stroke="#5FE3A1" strokeWidth={6.5} />
      ))}
      <path d="M65.5 15C64 6 74 2 82 5L91 10.5L83 16C76 20 69 21 65.5 15Z" fill="#5FE3A1" />
      <path d="M76 7a2.2 2.2 0 0 1 1.3 4l.8 2.9h-4.2l.8-2.9A2.2 2.2 0 0 1 76 7Z" fill="#0E0A08" />
    </svg>
  );
}
