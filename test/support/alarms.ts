/** The causes in the log's lines about an order that the alarm OrdersNeedingAttention counts. Undefined for a line without a cause. */
export const alarmCauses = (logs: readonly string[], orderId: string): (string | undefined)[] =>
  logs
    .filter((line) => /"alarm":\s*"needs-attention"/.test(line) && line.includes(orderId))
    .map((line) => /"cause":\s*"([\w-]+)"/.exec(line)?.[1]);

/** The number of lines about an order that the alarm counts, in the text of a function's log. */
export const countOrderAlarms = (log: string, orderId: string): number =>
  log.split("\n").filter((line) => line.includes('"needs-attention"') && line.includes(orderId)).length;
