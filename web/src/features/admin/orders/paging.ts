export const PAGE_SIZES = [5, 10, 20] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
/** Page numbers shown at once. */
const WINDOW = 5;

/** How many pages `total` rows make: at least one. */
export const pageCount = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/** `page` (from 1) as far as there are pages. */
export const clampPage = (page: number, pages: number): number => Math.min(Math.max(1, page), pages);

/** The numbers around `page`, at most five; with the first and the last page beside them where they are not among them. */
export function pageNumbers(page: number, pages: number): (number | "ellipsis")[] {
  const start = Math.max(1, Math.min(page - Math.floor(WINDOW / 2), pages - WINDOW + 1));
  const end = Math.min(pages, start + WINDOW - 1);
  const numbers: (number | "ellipsis")[] = [];
  if (start > 1) numbers.push(1);
  if (start > 2) numbers.push("ellipsis");
  for (let number = start; number <= end; number++) numbers.push(number);
  if (end < pages - 1) numbers.push("ellipsis");
  if (end < pages) numbers.push(pages);
  return numbers;
}

/** 'Showing 6-10 of 28 orders'. */
export function showing(page: number, size: number, total: number): string {
  const first = total === 0 ? 0 : (page - 1) * size + 1;
  return `Showing ${first}-${Math.min(page * size, total)} of ${total} orders`;
}
