/**
 * The values of the field `alarm` in a function's log line. A metric filter counts the lines with each value, and an alarm
 * fires at the first line.
 */
export const LOG_ALARMS = ["message-waits", "needs-attention", "mail", "secret", "webhook"] as const;
export type LogAlarm = (typeof LOG_ALARMS)[number];

/** The field of a log line that raises an alarm. */
export const alarmField = (alarm: LogAlarm): { alarm: LogAlarm } => ({ alarm });
