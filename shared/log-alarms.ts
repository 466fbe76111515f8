/**
 * The values of `alarm` in a function's log line. A metric filter counts the lines of each kind, and an alarm fires on the
 * first one.
 */
export const LOG_ALARMS = ["message-waits", "needs-attention", "mail", "secret", "webhook"] as const;
export type LogAlarm = (typeof LOG_ALARMS)[number];

/** The field of a log line that raises an alarm. */
export const raises = (alarm: LogAlarm): { alarm: LogAlarm } => ({ alarm });
