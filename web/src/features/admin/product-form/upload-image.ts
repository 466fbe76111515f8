import { adminApi } from "../../../../../shared/api-admin.ts";
import { messages } from "../../../../../shared/messages.ts";
import type { UploadRequest } from "../../../../../shared/upload.ts";
import { adminCall } from "../identity/admin-call.ts";
import { sendFile } from "./send-file.ts";

/** How long the check of a picture may take, and how often it is asked for (ms). */
const PATIENCE = 60_000;
const EVERY = 700;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The check of a picture found that it cannot be taken; the message says why. */
export class Refused extends Error {}

/** Waits until the picture was checked. Throws `Refused` with the reason when it was not taken. */
async function checked(uploadId: string, signal: AbortSignal): Promise<string> {
  const until = Date.now() + PATIENCE;
  while (Date.now() < until) {
    const { status, reason, imageUrl } = await adminCall(adminApi.getUpload, {
      params: { uploadId },
      signal,
    });
    if (status === "ready") return imageUrl;
    if (status === "refused") throw new Refused(reason ?? messages.uploadFailed);
    await pause(EVERY);
    signal.throwIfAborted();
  }
  throw new Error(messages.uploadFailed);
}

/**
 * Brings a picture into the shop and answers its address. `onProgress` hears 0 to 1 while it is sent, then nothing
 * until it is checked. Throws what is to be said, and an AbortError when `signal` says so.
 */
export async function uploadImage(
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const body = { fileName: file.name, contentType: file.type, size: file.size } as UploadRequest;
  const form = await adminCall(adminApi.requestUpload, { body, signal });
  await sendFile(form, file, onProgress, signal);
  return checked(form.uploadId, signal);
}
