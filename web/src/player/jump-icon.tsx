/** An arrow in a circle with the number of seconds that a button goes back (negative) or forward. */
export function JumpIcon({ seconds }: { seconds: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={28}
      height={28}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <g {...(seconds < 0 ? {} : { transform: "matrix(-1 0 0 1 24 0)" })}>
        <path d="M4.4 8.2A8.6 8.6 0 1 1 3.4 12M4 3.8v4.6h4.6" />
      </g>
      <text
        x="12"
        y="15"
        textAnchor="middle"
        fontSize="7.6"
        fontWeight="700"
        fontFamily="var(--font-mono)"
        fill="currentColor"
        stroke="none"
      >
        {Math.abs(seconds)}
      </text>
    </svg>
  );
}
