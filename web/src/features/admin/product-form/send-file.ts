import type { UploadForm } from "../../../../../shared/upload.ts";
import { messages } from "../../../../../shared/messages.ts";

const TIMEOUT = 120_000;

/**
 * Sends a file with the form that S3 signed; `onProgress` hears 0 to 1. Throws when S3 refuses, when the line is down
 * or too slow, and (an AbortError) when `signal` says so. By XMLHttpRequest: fetch tells nothing of what is on its way.
 */
export function sendFile(
  { url, fields }: UploadForm,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // S3 ignores every field after the file.
  form.append("file", file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const failed = () => reject(new Error(messages.uploadFailed));
    request.open("POST", url);
    request.timeout = TIMEOUT;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => (request.status >= 200 && request.status < 300 ? resolve() : failed());
    request.onerror = failed;
    request.ontimeout = failed;
    request.onabort = () => reject(new DOMException("Upload cancelled", "AbortError"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    if (signal.aborted) return reject(new DOMException("Upload cancelled", "AbortError"));
    request.send(form);
  });
}
