import { home } from "../../../../shared/site/home.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { BarrelHead } from "./barrel-head.tsx";
import styles from "./hero.module.css";
import { longestWordLength, scaleStyle } from "./text-scale.ts";

/** In its full size, a word of the heading with this many letters fits on the narrowest phone. */
const MAX_WORD_LETTERS = 13;

/** The first screen of the home page: introduces the site, with links to the store and the podcast. */
export function Hero() {
  return (
    <div className={styles.hero}>
      <div className={`container ${styles.inner}`}>
        <div className={styles.text}>
          <p className={styles.eyebrow}>
            <span aria-hidden="true">&gt; </span>
            {home.eyebrow}
            <span aria-hidden="true" className={styles.cursor} />
          </p>
          <h1
            tabIndex={-1}
            className={styles.heading}
            style={scaleStyle(longestWordLength(home.heading), MAX_WORD_LETTERS)}
          >
            {home.heading}
          </h1>
          <p className={styles.lead}>{home.lead}</p>
          <div className={styles.actions}>
            <ButtonLink to={paths.store} size="large" icon="bag">
              Shop Now
            </ButtonLink>
            <ButtonLink to={paths.podcast} size="large" variant="secondary" icon="play">
              Listen to Podcast
            </ButtonLink>
          </div>
          <ul className={styles.facts}>
            {home.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </div>
        <BarrelHead className={styles.barrel} />
      </div>
    </div>
  );
}
