import { useEffect, useRef } from "react";
import { Notice } from "../../ui/notice.tsx";
import styles from "./contact-form.module.css";
import type { Outcome } from "./send-message.ts";

/** What came of sending: read aloud as soon as it is there, and brought into view. */
export function FormStatus({ outcome }: { outcome: Outcome | undefined }) {
  const sent = useRef<HTMLDivElement>(null);
  const failed = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome?.kind === "sent") sent.current?.scrollIntoView({ block: "nearest" });
    // A field that is wrong has the focus, and the view with it.
    if (outcome?.kind === "failed" && Object.keys(outcome.fields).length === 0)
      failed.current?.scrollIntoView({ block: "nearest" });
  }, [outcome]);
  return (
    <>
      <div ref={sent} role="status" className={styles.status}>
        {outcome?.kind === "sent" && <Notice tone="ok">{outcome.text}</Notice>}
      </div>
      <div ref={failed} role="alert" className={styles.status}>
        {outcome?.kind === "failed" && <Notice tone="danger">{outcome.text}</Notice>}
      </div>
    </>
  );
}
