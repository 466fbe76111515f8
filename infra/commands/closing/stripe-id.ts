/** The id in a field for which Stripe sends either an id or the whole object. */
export const idOf = (field: string | { id: string } | null | undefined): string | undefined =>
  typeof field === "string" ? field : field?.id;
