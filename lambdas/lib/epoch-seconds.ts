/** Whole seconds since 1970, as TTLs and Stripe need them, from a date or from ms since 1970. */
export const toEpochSeconds = (time: Date | number): number => Math.floor(+time / 1000);
