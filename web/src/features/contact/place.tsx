import { address, map } from "../../../../shared/site/address-and-hours.ts";
import { contact } from "../../../../shared/site/contact.ts";
import { Embed } from "../../embed/embed.tsx";
import type { EmbedSource } from "../../embed/source.ts";
import { MapStill } from "./map-still.tsx";
import styles from "./place.module.css";

const source: EmbedSource = {
  provider: map.provider,
  kind: "map",
  src: map.embedUrl,
  title: map.label,
  link: { label: contact.map.open, url: map.url },
};

/** The way to the studio. */
export function Place() {
  return (
    <section aria-labelledby="place" className={styles.place}>
      <h2 id="place" className={styles.heading}>
        {contact.map.heading}
      </h2>
      <p className={styles.address}>
        {address.name}, {address.street}, {address.city}, {address.state} {address.zip}
      </p>
      <Embed source={source} still={<MapStill />} className={styles.map} />
    </section>
  );
}
