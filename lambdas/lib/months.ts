/** Pure: all months ('yyyy-mm') from `first` to `last`, both included. Empty if `last` is before `first`. */
export function monthsBetween(first: string, last: string): string[] {
  const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
  const firstNumber = monthNumber(first);
  const monthCount = monthNumber(last) - firstNumber + 1;
  return Array.from({ length: Math.max(0, monthCount) }, (_, i) => {
    const year = Math.floor((firstNumber + i) / 12);
    const month = ((firstNumber + i) % 12) + 1;
    return `${year}-${String(month).padStart(2, "0")}`;
  });
}
