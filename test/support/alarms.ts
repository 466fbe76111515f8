/** The causes of an order that rang the NeedsAttention alarm, in their order. */
export const alarmsOf = (logs: readonly string[], orderId: string): (string | undefined)[] =>
  logs
    .filter((line) => /"alarm":\s*"needs-attention"/.test(line) && line.includes(orderId))
    .map((line) => /"cause":\s*"([\w-]+)"/.exec(line)?.[1]);
