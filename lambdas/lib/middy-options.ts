/**
 * The options of every middleware stack. By default, middy answers 5 ms before the function's time-out. Lambda would then
 * freeze the unfinished work, and continue it with the next invocation, maybe hours later. Without this answer, Lambda ends
 * the work at the time-out.
 * https://middy.js.org/docs/writing-middlewares/timeouts/
 */
export const middyOptions = { timeoutEarlyInMillis: 0 };
