import { adminApi } from "../../../../../shared/api-admin.ts";
import { adminMessages } from "../admin-messages.ts";
import type { UploadForm, UploadRequest } from "../../../../../shared/upload.ts";
import { adminCall } from "../auth/admin-call.ts";
import { shrinkImage } from "./shrink-image.ts";
import { waitForCheck } from "./wait-for-check.ts";

/** The time limit for sending a file. */
const SEND_TIMEOUT_MS = 120_000;

/**
 * Posts a file to S3 with a form that the server has signed. Throws if S3 refuses the file, if there is no
 * connection, after SEND_TIMEOUT_MS, and with an AbortError if `signal` is aborted. Uses XMLHttpRequest,
 * because fetch does not report the progress of an upload.
 */
function sendFile(
  { url, fields }: UploadForm,
  file: File,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  // S3 ignores every field after the file.
  form.append("file", file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const onFailure = () => reject(new Error(adminMessages.uploadFailed));
    const onAbort = () => reject(new DOMException("Upload cancelled", "AbortError"));
    request.open("POST", url);
    request.timeout = SEND_TIMEOUT_MS;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => (request.status >= 200 && request.status < 300 ? resolve() : onFailure());
    request.onerror = onFailure;
    request.ontimeout = onFailure;
    request.onabort = onAbort;
    signal.addEventListener("abort", () => request.abort(), { once: true });
    if (signal.aborted) return onAbort();
    request.send(form);
  });
}

/**
 * Makes an image smaller if needed, uploads it, and returns the image's URL. `onProgress` gets 0 to 1 while the file is
 * sent. Throws an error with a message for the user, or an AbortError if `signal` is aborted.
 */
export async function uploadImage(
  file: File,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const smallFile = await shrinkImage(file, signal);
  signal.throwIfAborted();
  const { name, type, size } = smallFile;
  const body = { fileName: name, contentType: type, size } as UploadRequest;
  const form = await adminCall(adminApi.requestUpload, { body, signal });
  await sendFile(form, smallFile, onProgress, signal);
  return waitForCheck(form.uploadId, signal);
}
