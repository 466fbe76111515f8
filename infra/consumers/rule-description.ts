const PREFIX = "Order events for ";

/** The description of the rule that sends order events to a consumer; `npm run events:replay` finds the rule by it. */
export const ruleDescription = (consumer: string): string => `${PREFIX}${consumer}`;

/** The consumer in a rule's description; undefined for other rules. */
export const consumerOf = (description = ""): string | undefined =>
  description.startsWith(PREFIX) ? description.slice(PREFIX.length) : undefined;
