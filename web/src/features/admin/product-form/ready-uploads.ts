/** An upload is under way until it has a URL or has failed. */
export type UploadResult = { url?: string; hasFailed?: boolean };

/** The uploads with a URL that do not wait for an earlier upload. `uploads`: in the order in which the user chose the files. */
export function readyUploadsInOrder<T extends UploadResult>(uploads: Iterable<T>): (T & { url: string })[] {
  const readyUploads: (T & { url: string })[] = [];
  for (const upload of uploads) {
    const { url, hasFailed } = upload;
    if (url !== undefined) readyUploads.push({ ...upload, url });
    else if (!hasFailed) break;
  }
  return readyUploads;
}
