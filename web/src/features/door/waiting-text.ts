/** The text about the check-ins that wait to be sent; `queuedCount` is their number, at least 1. */
export const waitingText = (queuedCount: number): string =>
  queuedCount === 1
    ? "1 check-in waits to be sent. It stays on this device until then, also after a sign-out."
    : `${queuedCount} check-ins wait to be sent. They stay on this device until then, also after a sign-out.`;

export const NOT_STORED_TEXT =
  "This device could not store its last changes; its disk may be full. Keep this page open until all check-ins are sent.";
