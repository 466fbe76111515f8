import * as z from "zod/mini";
import { UploadRequest } from "../../../../../shared/upload.ts";

/** The longest edge of a picture after `shrinkImage`. From this picture the server makes sizes of up to 1600 px. */
export const MAX_EDGE_PX = 2400;

type Size = { width: number; height: number };

/** Whether the server accepts the file as it is. */
export const isAcceptedByServer = ({ name, type, size }: Pick<File, "name" | "type" | "size">): boolean =>
  z.safeParse(UploadRequest, { fileName: name, contentType: type, size }).success;

/** The size in px of a picture after it is scaled down to at most MAX_EDGE_PX. A smaller picture keeps its size. */
export function fitInside({ width, height }: Size): Size {
  const scale = Math.min(1, MAX_EDGE_PX / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * Whether a file is an animation, which a canvas would turn into a still picture: any GIF, and a WebP with the
 * animation flag. `head`: the first 21 bytes of the file. https://developers.google.com/speed/webp/docs/riff_container
 */
export function isAnimation(type: string, head: Uint8Array): boolean {
  if (type === "image/gif") return true;
  const text = String.fromCharCode(...head.slice(8, 16));
  return text === "WEBPVP8X" && ((head[20] ?? 0) & 2) !== 0;
}
