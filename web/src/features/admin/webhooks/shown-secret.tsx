import type { Ref } from "react";
import { OLD_SECRET_HOURS } from "../../../../../shared/webhooks.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { CopyButton } from "../copy-button.tsx";
import styles from "./shown-secret.module.css";

type ShownSecretProps = {
  secret: string;
  isRenewed?: boolean;
  /** The ref of the notice, which the dialog focuses. If it focused 'Done' instead, Enter would close the dialog unread. */
  noticeRef: Ref<HTMLDivElement>;
  onClose: () => void;
};

/** A new secret. It cannot be shown again later. */
export function ShownSecret({ secret, isRenewed = false, noticeRef, onClose }: ShownSecretProps) {
  return (
    <div className={styles.shown}>
      <Notice tone="warn" ref={noticeRef} title="Copy it now: it is not shown again.">
        Your program checks with it that an event comes from this shop. If it gets lost, make a new one.
        {isRenewed && ` The secret before it stays valid for ${OLD_SECRET_HOURS} hours.`}
      </Notice>
      <code className={styles.secret}>{secret}</code>
      <div className={styles.actions}>
        <CopyButton what="secret" text={secret} />
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}
