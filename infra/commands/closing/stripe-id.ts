/** The id in a field for which Stripe sends either an id or the whole object; undefined for an empty field. */
export const idOf = (field: string | { id: string } | null | undefined): string | undefined =>
  typeof field === "string" ? field : field?.id;
