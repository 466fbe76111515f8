import type { ReactNode } from "react";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/controls.tsx";
import styles from "./embed.module.css";
import type { EmbedSource } from "./source.ts";

type StandInProps = { source: EmbedSource; still: ReactNode; onLoad: (always: boolean) => void };

/** In the place of a frame until somebody asks for it: a picture of ours, and what the button will do. */
export function StandIn({ source: { provider, kind }, still, onLoad }: StandInProps) {
  const [always, setAlways] = useState(false);
  return (
    <>
      <div className={styles.still}>{still}</div>
      <div className={styles.ask}>
        <Button icon={kind === "map" ? "map" : "play"} onClick={() => onLoad(always)}>
          Load {kind}: contacts {provider}
        </Button>
        <Checkbox
          label={`Always allow ${provider}`}
          checked={always}
          onChange={({ target }) => setAlways(target.checked)}
        />
      </div>
    </>
  );
}
