import { escapeHtml } from "../util/html.ts";

/** An error as S3 answers it: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
export class S3Fault extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const accessDenied = (message = "Access Denied") => new S3Fault(403, "AccessDenied", message);
export const noSuchKey = () => new S3Fault(404, "NoSuchKey", "The specified key does not exist.");
export const invalidArgument = (message: string) => new S3Fault(400, "InvalidArgument", message);
export const signatureMismatch = () =>
  new S3Fault(
    403,
    "SignatureDoesNotMatch",
    "The request signature we calculated does not match the signature you provided.",
  );

/** An element; text is escaped, nested elements are given as they are. */
export function xml(name: string, content: string | number | readonly string[]): string {
  const inner = typeof content === "object" ? content.join("") : escapeHtml(String(content));
  return `<${name}>${inner}</${name}>`;
}

export const xmlDocument = (root: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${root}`;
