import { useId } from "react";
import { home } from "../../../../shared/site/home.ts";
import { Logo } from "../../ui/logo.tsx";
import styles from "./barrel-head.module.css";
import { scaleStyle } from "./text-scale.ts";

/** The x coordinate of the left edge of each stave (a wooden board of the barrel), and the share of the lighter color (%). */
const STAVES = [
  [40, 45],
  [98, 100],
  [150, 25],
  [214, 100],
  [272, 55],
  [330, 100],
  [384, 15],
] as const;
/** The lines of the wood's grain: an SVG path. */
const GRAIN =
  "M54 0v480M71 0v480M83 0v480M112 0v480M131 0v480M166 0v480M181 0v480M199 0v480M229 0v480M244 0v480M259 0v480M289 0v480M303 0v480M318 0v480M346 0v480M367 0v480M399 0v480M417 0v480";
/** The positions of the rivets around the lid, in degrees clockwise from the top. */
const RIVETS = [22, 67, 112, 157, 202, 247, 292, 337];
/** The arcs along which the two texts are written. */
const TOP_ARC = "M58 240a182 182 0 0 1 364 0";
const BOTTOM_ARC = "M46 240a194 194 0 0 0 388 0";
/** The most letters that fit on each arc in full size. */
const MAX_TOP_LETTERS = 17;
const MAX_BOTTOM_LETTERS = 46;

/** A decorative drawing of a barrel's lid with the brand's logo and texts. */
export function BarrelHead({ className }: { className: string | undefined }) {
  const id = useId();
  const { top, bottom } = home.barrel;
  return (
    <div className={className} aria-hidden="true">
      <div className={styles.barrel}>
        <svg viewBox="0 0 480 480" focusable="false" className={styles.wood}>
          <defs>
            <clipPath id={`${id}head`}>
              <circle cx="240" cy="240" r="208" />
            </clipPath>
            <radialGradient id={`${id}light`} cx="0.4" cy="0.3" r="0.8">
              <stop offset="0" stopColor="var(--amber-400)" stopOpacity="0.2" />
              <stop offset="0.55" stopColor="var(--amber-400)" stopOpacity="0.03" />
              <stop offset="1" stopColor="var(--char-950)" stopOpacity="0.55" />
            </radialGradient>
            <linearGradient id={`${id}hoop`} x1="0" y1="0" x2="1" y2="1">
              <stop offset="0" stopColor="var(--stave-500)" />
              <stop offset="0.3" stopColor="var(--stave-700)" />
              <stop offset="0.65" stopColor="color-mix(in srgb, var(--stave-500) 50%, var(--stave-700))" />
              <stop offset="1" stopColor="var(--char-800)" />
            </linearGradient>
            <path id={`${id}top`} d={TOP_ARC} />
            <path id={`${id}bottom`} d={BOTTOM_ARC} />
          </defs>
          <g clipPath={`url(#${id}head)`}>
            <rect width="480" height="480" fill="var(--char-850)" />
            {STAVES.map(([x, share]) => (
              <rect
                key={x}
                x={x}
                width="480"
                height="480"
                fill={`color-mix(in srgb, var(--char-800) ${share}%, var(--char-850))`}
              />
            ))}
            {STAVES.slice(1).map(([x]) => (
              <path key={x} d={`M${x} 0v480`} stroke="var(--char-950)" strokeWidth="2.5" />
            ))}
            <path d={GRAIN} stroke="var(--char-950)" strokeOpacity="0.28" />
            <circle cx="240" cy="240" r="208" fill={`url(#${id}light)`} />
          </g>
          <circle cx="240" cy="240" r="222" fill="none" stroke={`url(#${id}hoop)`} strokeWidth="26" />
          <circle cx="240" cy="240" r="208" fill="none" stroke="var(--char-950)" strokeWidth="3" />
          {RIVETS.map((angle) => (
            <circle
              key={angle}
              cx="240"
              cy="18"
              r="4"
              fill="var(--char-900)"
              stroke="var(--cream-400)"
              strokeOpacity="0.5"
              transform={`rotate(${angle} 240 240)`}
            />
          ))}
          <circle
            cx="240"
            cy="240"
            r="156"
            fill="none"
            stroke="var(--cream-400)"
            strokeOpacity="0.4"
            strokeWidth="1.5"
          />
          <g textAnchor="middle">
            <text className={styles.letters} style={scaleStyle(top.length, MAX_TOP_LETTERS)}>
              <textPath href={`#${id}top`} startOffset="50%">
                {top}
              </textPath>
            </text>
            <text
              className={`${styles.letters} ${styles.small}`}
              style={scaleStyle(bottom.length, MAX_BOTTOM_LETTERS)}
            >
              <textPath href={`#${id}bottom`} startOffset="50%">
                {bottom}
              </textPath>
            </text>
          </g>
        </svg>
        <Logo size={220} className={styles.logo} />
      </div>
    </div>
  );
}
