/** Downloads a text as a CSV file. `name`: the file's name without '.csv'. */
export function downloadCsv(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  // Later, because the browser needs the URL until the download has started.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
