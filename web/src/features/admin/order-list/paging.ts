export const PAGE_SIZES = [5, 10, 20] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
/** How many page numbers are shown around the current one. */
const WINDOW = 5;

/** The number of pages for `total` rows, at least one. */
export const pageCount = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/** `page`, limited to 1 and the last page. */
export const clampPage = (page: number, pages: number): number => Math.min(Math.max(1, page), pages);

/** Up to five page numbers around `page`, with the first and the last page added where they are missing. */
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
