/** The id in a field in which Stripe sends an id, or the whole object. */
export const idOf = (field: string | { id: string } | null | undefined): string | undefined =>
  typeof field === "string" ? field : field?.id;
