import { useId } from "react";
import styles from "./scene.module.css";
import type { AnimationState } from "./states.ts";

const GLASS =
  "M185 72H215C215 86 223 93 223 108C223 120 216 127 208 129H192C184 127 177 120 177 108C177 93 185 86 185 72Z";
const BOTTLE = "M83 34H97V62C97 70 112 72 112 84V138Q112 142 108 142H72Q68 142 68 138V84C68 72 83 70 83 62Z";
const WAVE = "M160 84q7-4 14 0t14 0t14 0t14 0t14 0t14 0t14 0";

/**
 * A decorative picture of a bottle, a glass, and the stream between them. CSS moves the parts by
 * `data-state`.
 */
export function Scene({ state }: { state: AnimationState }) {
  const id = useId();
  return (
    <svg
      viewBox="40 -24 220 172"
      aria-hidden="true"
      focusable="false"
      data-state={state}
      className={styles.scene}
    >
      <defs>
        <clipPath id={`${id}glass`}>
          <path d={GLASS} />
        </clipPath>
        <clipPath id={`${id}bottle`}>
          <path d={BOTTLE} />
        </clipPath>
      </defs>
      <path d="M44 144H256" className={styles.tabletop} />
      <rect x="196" y="57" width="4.5" height="72" rx="2.2" className={styles.stream} />
      <g clipPath={`url(#${id}glass)`}>
        <g className={styles.glassLiquid}>
          <g className={styles.wave}>
            <path d={`${WAVE}V140H160Z`} fill="#C8761A" />
            <path d={`${WAVE}v5H160Z`} fill="#F2A73B" />
          </g>
        </g>
      </g>
      <path d={`${GLASS}M194 130L192 142M206 130L208 142M186 143H214`} className={styles.outline} />
      <path d="M184 100q-1 10 5 18" className={styles.glint} />
      <g className={styles.bottle}>
        <g clipPath={`url(#${id}bottle)`}>
          <rect x="60" y="30" width="60" height="114" fill="#F2A73B" fillOpacity="0.07" />
          <g className={styles.bottleLiquid}>
            <rect x="-150" y="70" width="480" height="400" fill="#C8761A" />
            <rect x="-150" y="70" width="480" height="4" fill="#F2A73B" />
          </g>
        </g>
        <path d={BOTTLE} className={styles.outline} />
        <rect x="80" y="25" width="20" height="10" rx="2" className={styles.cork} />
        <rect x="68" y="96" width="44" height="27" fill="#F7EDE0" />
        <path d="M70.5 98.5h39v22h-39z" fill="none" stroke="#8A4B00" strokeWidth="0.8" />
        <path d="M77 104l6 5-6 5M87 114h14" className={styles.prompt} />
      </g>
    </svg>
  );
}
