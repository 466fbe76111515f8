import { invalid } from "./errors.ts";

/** A value of a form in Stripe's nesting, e.g. `line_items[0][price_data][currency]=usd`. Arrays are keyed by index. */
export type FormValue = string | FormTree;
export interface FormTree {
  [key: string]: FormValue;
}

/**
 * Parses a form-encoded body or query; throws 400 for a malformed name. Trees have no prototype, so a field named
 * `__proto__` is an ordinary field.
 */
export function parseForm(encoded: string): FormTree {
  const root = tree();
  for (const [name, value] of new URLSearchParams(encoded)) assign(root, name, value);
  return root;
}

const tree = (): FormTree => Object.create(null) as FormTree;

function assign(root: FormTree, name: string, value: string): void {
  if (!/^[^[\]]+(\[[^[\]]+\])*$/.test(name)) throw invalid(`Invalid parameter name: ${name}`);
  const path = name.match(/[^[\]]+/g) ?? [];
  const last = path.pop() ?? "";
  let node = root;
  for (const key of path) {
    const next = (node[key] ??= tree());
    if (typeof next === "string") throw invalid(`Invalid hash: ${name}`);
    node = next;
  }
  node[last] = value;
}
