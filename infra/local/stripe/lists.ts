import { missing } from "./errors.ts";
import { listOf } from "./expand.ts";
import type { ListParams } from "./session-params.ts";

const FILTERS = ["payment_intent", "charge", "status", "type"] as const;

/** One page of rows, newest first. https://docs.stripe.com/api/pagination */
export function page(rows: { id: string; created: number }[], params: ListParams) {
  const matching = rows.filter((row) => matches(row, params)).reverse();
  const { limit, starting_after: after, ending_before: before } = params;
  if (before !== undefined) {
    const end = indexOf(matching, before);
    return listOf("/v1", matching.slice(Math.max(0, end - limit), end), end - limit > 0);
  }
  const start = after === undefined ? 0 : indexOf(matching, after) + 1;
  return listOf("/v1", matching.slice(start, start + limit), start + limit < matching.length);
}

function indexOf(rows: { id: string }[], id: string): number {
  const index = rows.findIndex((row) => row.id === id);
  if (index < 0) throw missing("object", id);
  return index;
}

function matches(row: { created: number }, params: ListParams): boolean {
  const { gt, gte, lt, lte } = params.created ?? {};
  const inTime =
    (gt === undefined || row.created > gt) &&
    (gte === undefined || row.created >= gte) &&
    (lt === undefined || row.created < lt) &&
    (lte === undefined || row.created <= lte);
  const valueOf = (name: string): unknown => Reflect.get(row, name);
  return (
    inTime &&
    FILTERS.every((name) => params[name] === undefined || valueOf(name) === params[name]) &&
    (params.types === undefined || params.types.some((type) => type === valueOf("type")))
  );
}
