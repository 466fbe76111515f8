import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import styles from "./embed.module.css";
import type { EmbedSource } from "./source.ts";

type StandInProps = { source: EmbedSource; still: ReactNode; onLoad: () => void };

/** In the place of a frame until somebody asks for it: a picture of ours, and what the button will do. */
export function StandIn({ source: { provider, kind }, still, onLoad }: StandInProps) {
  return (
    <>
      <div className={styles.still}>{still}</div>
      <div className={styles.ask}>
        <Button icon={kind === "map" ? "map" : "play"} onClick={onLoad} className={styles.load}>
          Load {kind}: contacts {provider}
        </Button>
      </div>
    </>
  );
}
