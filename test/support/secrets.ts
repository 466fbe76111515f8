/** The secrets that the functions read in tests. */
export const SECRETS = {
  origin: "the-edge-knows-this",
  stripe: "sk_test_123",
  webhook: "whsec_of_the_tests",
} as const;
