import { expect } from "vitest";

/** What becomes true by way of queues, a cache or the next look, within seconds. */
export const soon = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 });
