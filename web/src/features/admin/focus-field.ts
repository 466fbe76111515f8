/** Focuses the field `name` of a form. Does nothing if the form has no such field. */
export const focusField = (form: HTMLFormElement | null, name: string | undefined): void =>
  form?.querySelector<HTMLElement>(`[name="${name ?? ""}"]`)?.focus();
