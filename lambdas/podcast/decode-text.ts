import { PodcastFileError } from "./podcast-file-error.ts";

/** The encoding that the first bytes prove. https://www.w3.org/TR/xml/#sec-guessing */
function encodingOfBytes([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0x00)) return "utf-16le";
  if ((a === 0xfe && b === 0xff) || (a === 0x00 && b === 0x3c)) return "utf-16be";
  return undefined;
}

const decoderFor = (label: string): TextDecoder => {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw new PodcastFileError(`The file has the unknown encoding ${label.slice(0, 40)}`);
  }
};

/**
 * Decodes a file by its first bytes, its XML declaration or the `charset` of its Content-Type, in this order; else as UTF-8. A
 * file with bytes that do not fit the encoding is read as Windows-1252. Throws PodcastFileError for an unknown encoding.
 */
export function decodeText(body: Uint8Array, contentType = ""): string {
  const beginning = new TextDecoder("latin1").decode(body.subarray(0, 200));
  const [, declaredEncoding] = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(beginning) ?? [];
  // Bytes in which the declaration can be read are not UTF-16, even if the declaration says so.
  const possibleEncoding = /^utf-?16/i.test(declaredEncoding ?? "") ? undefined : declaredEncoding;
  const [, charset] = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType) ?? [];
  const decoder = decoderFor(encodingOfBytes(body) ?? possibleEncoding ?? charset ?? "utf-8");
  try {
    return decoder.decode(body);
  } catch {
    return new TextDecoder("windows-1252").decode(body);
  }
}
