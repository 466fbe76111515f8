/** The message of the log line about an event that was published. The dashboard counts orders and money by these lines. */
export const EVENT_PUBLISHED_MESSAGE = "An event was published";
