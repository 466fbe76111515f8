/** An upload is under way until it has a URL or has failed. */
export type UploadResult = { url?: string; hasFailed?: boolean };

/** The ready uploads with no earlier upload under way. `uploads` are in the order of selection. */
export function readyInOrder<T extends UploadResult>(uploads: Iterable<T>): (T & { url: string })[] {
  const ready: (T & { url: string })[] = [];
  for (const upload of uploads) {
    const { url, hasFailed } = upload;
    if (url !== undefined) ready.push({ ...upload, url });
    else if (!hasFailed) break;
  }
  return ready;
}
