import { useEffect } from "react";
import { LeaveGuard } from "../../ui/leave-guard.tsx";

export const LEAVE_TITLE = "Leave without saving?";

let unsaved = false;

/** Whether a form has input that would be lost. At most one form is open. */
export const hasUnsavedChanges = (): boolean => unsaved;

/** Asks before a form with unsaved input is left, also for another tab of the dashboard. */
export function UnsavedChangesGuard({ when }: { when: boolean }) {
  useEffect(() => {
    unsaved = when;
    return () => {
      unsaved = false;
    };
  }, [when]);
  return <LeaveGuard when={when} title={LEAVE_TITLE} guardSearch />;
}
