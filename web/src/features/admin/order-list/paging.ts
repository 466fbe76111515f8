export const PAGE_SIZES = [5, 10, 20] as const;
export type PageSize = (typeof PAGE_SIZES)[number];
/** The number of consecutive page numbers around the current page. */
const WINDOW_SIZE = 5;

/** The number of pages for `total` rows, at least one. */
export const pageCount = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

/** The nearest existing page: at least 1, at most `lastPage`. */
export const clampPage = (page: number, lastPage: number): number => Math.min(Math.max(1, page), lastPage);

/** Up to WINDOW_SIZE page numbers around `page`, plus the first and the last. 'ellipsis' stands for omitted pages. */
export function pageNumbers(page: number, lastPage: number): (number | "ellipsis")[] {
  const start = Math.max(1, Math.min(page - Math.floor(WINDOW_SIZE / 2), lastPage - WINDOW_SIZE + 1));
  const end = Math.min(lastPage, start + WINDOW_SIZE - 1);
  const numbers: (number | "ellipsis")[] = [];
  if (start > 1) numbers.push(1);
  if (start > 2) numbers.push("ellipsis");
  for (let number = start; number <= end; number++) numbers.push(number);
  if (end < lastPage - 1) numbers.push("ellipsis");
  if (end < lastPage) numbers.push(lastPage);
  return numbers;
}

/** 'Showing 6-10 of 28 orders', or 'No orders'. */
export function rangeText(page: number, size: number, total: number): string {
  if (total === 0) return "No orders";
  return `Showing ${(page - 1) * size + 1}-${Math.min(page * size, total)} of ${total} orders`;
}
