import { useEffect } from "react";
import { LeaveGuard } from "../../ui/leave-guard.tsx";

export const LEAVE_TITLE = "Leave without saving?";

/** One variable is enough, because at most one form is open. */
let isFormUnsaved = false;

export const hasUnsavedChanges = (): boolean => isFormUnsaved;

/** Asks for confirmation before the user leaves a form with unsaved input, also by a click on another tab of the dashboard. */
export function UnsavedChangesGuard({ when }: { when: boolean }) {
  useEffect(() => {
    isFormUnsaved = when;
    return () => {
      isFormUnsaved = false;
    };
  }, [when]);
  return <LeaveGuard when={when} title={LEAVE_TITLE} guardSearch />;
}
