import { invalid } from "./errors.ts";

/** A nested form value, e.g. `line_items[0][price_data][currency]=usd`. An array's keys are its indexes. */
export type FormValue = string | FormTree;
export interface FormTree {
  [key: string]: FormValue;
}

/**
 * Parses a form-encoded body or query. Throws 400 for a malformed name, and for `a[b]` after `a` has got a value.
 * The result has no prototype, so a field named `__proto__` is an ordinary field.
 */
export function parseForm(encoded: string): FormTree {
  const root = createTree();
  for (const [name, value] of new URLSearchParams(encoded)) setValue(root, name, value);
  return root;
}

const createTree = (): FormTree => Object.create(null) as FormTree;

function setValue(root: FormTree, name: string, value: string): void {
  if (!/^[^[\]]+(\[[^[\]]+\])*$/.test(name)) throw invalid(`Invalid parameter name: ${name}`);
  const path = name.match(/[^[\]]+/g) ?? [];
  const lastKey = path.pop() ?? "";
  let node = root;
  for (const key of path) {
    const next = (node[key] ??= createTree());
    if (typeof next === "string") throw invalid(`Invalid hash: ${name}`);
    node = next;
  }
  node[lastKey] = value;
}
