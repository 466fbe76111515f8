/** A value of a form in Stripe's nesting, e.g. `line_items[0][price_data][currency]=usd`. Arrays are keyed by index. */
export type FormValue = string | FormTree;
export interface FormTree {
  [key: string]: FormValue;
}

const MAX_DEPTH = 8;
const MAX_FIELDS = 2_000;

/** The body is not a valid encoding of nested form fields. */
export class MalformedForm extends Error {}

/**
 * Parses a form-encoded body or query. Trees have no prototype, so a field named `__proto__` is an ordinary field.
 * `a[]=x` appends. Throws {@link MalformedForm} for contradictory or too deep nesting.
 */
export function parseForm(encoded: string): FormTree {
  const root = tree();
  let fields = 0;
  for (const [name, value] of new URLSearchParams(encoded)) {
    fields += 1;
    if (fields > MAX_FIELDS) throw new MalformedForm("Too many parameters.");
    assign(root, pathOf(name), value);
  }
  return root;
}

/** The rows of an array that was sent as `{0: …, 1: …}`; undefined when a key is not an index. */
export function rowsOf(value: unknown): unknown[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const entries = Object.entries(value);
  if (entries.some(([key]) => !/^\d{1,4}$/.test(key))) return undefined;
  return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, row]: [string, unknown]) => row);
}

function tree(): FormTree {
  return Object.create(null) as FormTree;
}

function pathOf(name: string): string[] {
  const head = /^[^[\]]+/.exec(name)?.[0];
  const rest = name.slice(head?.length ?? 0);
  if (head === undefined || !/^(\[[^[\]]*\])*$/.test(rest))
    throw new MalformedForm(`Invalid parameter name: ${name}`);
  const path = [head, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? "")];
  if (path.length > MAX_DEPTH) throw new MalformedForm(`Parameter nested too deeply: ${name}`);
  return path;
}

function assign(root: FormTree, path: string[], value: string): void {
  let node = root;
  path.forEach((segment, depth) => {
    const key = segment === "" ? String(Object.keys(node).length) : segment;
    if (depth === path.length - 1) {
      node[key] = value;
      return;
    }
    const next = (node[key] ??= tree());
    if (typeof next === "string") throw new MalformedForm(`Invalid hash: ${path.join(".")}`);
    node = next;
  });
}
