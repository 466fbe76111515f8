/** The causes that an order logged for the NeedsAttention alarm, oldest first. */
export const alarmCauses = (logs: readonly string[], orderId: string): (string | undefined)[] =>
  logs
    .filter((line) => /"alarm":\s*"needs-attention"/.test(line) && line.includes(orderId))
    .map((line) => /"cause":\s*"([\w-]+)"/.exec(line)?.[1]);
