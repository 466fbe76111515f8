import { MAX_IMAGE_BYTES } from "../../../../../shared/upload.ts";
import { adminMessages } from "../admin-messages.ts";
import { tooLargeText, unreadableText } from "./file-problems.ts";
import { fitInside, isAcceptedByServer, isAnimation, MAX_EDGE_PX } from "./picture-size.ts";

/** A file that cannot be uploaded. The message is the reason, for the admin. */
export class UnusableImageError extends Error {}

/** Qualities for the encoder (0 to 1), tried in this order until the file is small enough. */
const QUALITIES = [0.85, 0.7, 0.5];
/** The time limit for one file. The next file waits until this file is finished or has timed out. */
const TIMEOUT_MS = 60_000;

/** The picture, turned upright according to its EXIF data; undefined if this browser cannot read the picture. */
const decode = (file: File): Promise<ImageBitmap | undefined> =>
  createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => undefined);

/** The picture as a file of `type`; undefined if this browser cannot encode the type. `quality`: 0 to 1. */
const encode = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | undefined> =>
  new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(blob?.type === type ? blob : undefined), type, quality),
  );

/**
 * The picture as a WebP file, or else as a JPEG file on a white background. Undefined if no quality makes the file small enough.
 */
async function encodeSmall(bitmap: ImageBitmap): Promise<Blob | undefined> {
  const canvas = Object.assign(document.createElement("canvas"), fitInside(bitmap));
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  context.imageSmoothingQuality = "high";
  const draw = () => context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  draw();
  for (const type of ["image/webp", "image/jpeg"]) {
    if (type === "image/jpeg") {
      context.fillStyle = "#fff";
      context.fillRect(0, 0, canvas.width, canvas.height);
      draw();
    }
    for (const quality of QUALITIES) {
      const blob = await encode(canvas, type, quality);
      if (!blob) break;
      if (blob.size <= MAX_IMAGE_BYTES) return blob;
    }
  }
  return undefined;
}

/**
 * The file, or a smaller copy if the server would refuse the file or an edge is longer than MAX_EDGE_PX. Throws UnusableImageError
 * if no copy can be made that the server accepts.
 */
async function shrink(file: File): Promise<File> {
  const head = new Uint8Array(await file.slice(0, 21).arrayBuffer());
  const bitmap = isAnimation(file.type, head) ? undefined : await decode(file);
  if (!bitmap) {
    // An animation stays as it is. A picture that this browser cannot read is checked by the server.
    if (isAcceptedByServer(file)) return file;
    throw new UnusableImageError(file.size > MAX_IMAGE_BYTES ? tooLargeText : unreadableText);
  }
  try {
    if (isAcceptedByServer(file) && Math.max(bitmap.width, bitmap.height) <= MAX_EDGE_PX) return file;
    const blob = await encodeSmall(bitmap);
    if (!blob) throw new UnusableImageError(tooLargeText);
    const name = `${file.name.replace(/\.[^.]*$/, "").slice(0, 200)}.${blob.type.replace("image/", "")}`;
    return new File([blob], name, { type: blob.type });
  } finally {
    bitmap.close();
  }
}

/** Rejects after TIMEOUT_MS, or when `signal` is aborted. */
const rejectAfterTimeout = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error(adminMessages.uploadFailed)), TIMEOUT_MS);
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });

let lastShrink: Promise<unknown> = Promise.resolve();

/**
 * Returns the file, or a smaller copy with edges of at most MAX_EDGE_PX and at most MAX_IMAGE_BYTES, in a type that the server
 * accepts. Files are shrunk one after the other, because a decoded photo takes hundreds of megabytes. Throws
 * UnusableImageError if the server would refuse the file and each copy, an error with a message for the user after TIMEOUT_MS, and
 * an AbortError if `signal` is aborted.
 */
export function shrinkImage(file: File, signal: AbortSignal): Promise<File> {
  const shrunkFile = lastShrink.then(() => {
    signal.throwIfAborted();
    return Promise.race([shrink(file), rejectAfterTimeout(signal)]);
  });
  lastShrink = shrunkFile.catch(() => undefined);
  return shrunkFile;
}
