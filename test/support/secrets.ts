import { TEST_TICKET_KEYS } from "./ticket-keys.ts";

/** The secrets that the functions read in tests. */
export const SECRETS = {
  origin: "the-edge-knows-this",
  stripe: "sk_test_123",
  webhook: "whsec_of_the_tests",
  tickets: TEST_TICKET_KEYS,
} as const;
