import { useState } from "react";
import { flushSync } from "react-dom";
import { staffApi, type StaffMember } from "../../../../../shared/api-tickets.ts";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { adminCall } from "../auth/admin-call.ts";
import { acceptMissing } from "../accept-missing.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { EmailText } from "../email-text.tsx";
import { toast } from "../toast.ts";
import styles from "./door-staff.module.css";
import { useTicketAction } from "./use-tickets.ts";

export const STAFF_HEADING_ID = "door-staff";

export function StaffRow({ member }: { member: StaffMember }) {
  const { email, state, since } = member;
  const [isAsking, setIsAsking] = useState(false);
  const inviteAgainMutation = useTicketAction(
    () => adminCall(staffApi.inviteStaff, { body: { email } }),
    () => toast.success(`Another invitation is on its way to ${email}`),
  );
  const removeMutation = useTicketAction(
    () => adminCall(staffApi.removeStaff, { body: { email } }).catch(acceptMissing),
    () => {
      toast.success(`${email} was removed`);
      // This row, whose button had the focus, disappears.
      flushSync(() => setIsAsking(false));
      document.getElementById(STAFF_HEADING_ID)?.focus();
    },
  );
  const hiddenEmail = <VisuallyHidden> {email}</VisuallyHidden>;
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <p className={styles.name}>
          <EmailText email={email} />
        </p>
        <p className={styles.since}>Since {formatShopTime(since)}</p>
      </div>
      {state === "invited" ? (
        <Badge tone="warn" icon="clock">
          Has not signed in yet
        </Badge>
      ) : (
        <Badge tone="ok" icon="check-circle">
          Active
        </Badge>
      )}
      <div className={styles.actions}>
        {state === "invited" && (
          <Button
            variant="secondary"
            loading={inviteAgainMutation.isPending}
            onClick={() => inviteAgainMutation.mutate(undefined)}
          >
            Invite again{hiddenEmail}
          </Button>
        )}
        <Button variant="secondary" icon="trash" onClick={() => setIsAsking(true)}>
          Remove{hiddenEmail}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title="Remove from the door"
        actionText="Remove"
        pendingText="Removing..."
        isDanger
        isPending={removeMutation.isPending}
        onConfirm={() => removeMutation.mutate(undefined)}
        onClose={() => setIsAsking(false)}
      >
        {email} is signed out on every device, and can load no list any more. A device that has one keeps it
        until somebody signs out on it, or until a week after the event, and goes on scanning: its check-ins
        reach the shop after another sign-in on it.
      </ConfirmDialog>
    </li>
  );
}
