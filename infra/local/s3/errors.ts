import { escapeHtml } from "../../../shared/html.ts";

/** An error of S3's API: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const accessDenied = (message = "Access Denied") => new S3Error(403, "AccessDenied", message);
export const noSuchKey = () => new S3Error(404, "NoSuchKey", "The specified key does not exist.");
export const badRequest = (code: string, message: string) => new S3Error(400, code, message);
export const invalidArgument = (message: string) => badRequest("InvalidArgument", message);
export const signatureMismatch = () =>
  new S3Error(
    403,
    "SignatureDoesNotMatch",
    "The request signature we calculated does not match the signature you provided.",
  );

/** An XML element. Text is escaped; a list contains nested elements. */
export function xml(name: string, content: string | number | readonly string[]): string {
  const innerXml = typeof content === "object" ? content.join("") : escapeHtml(String(content));
  return `<${name}>${innerXml}</${name}>`;
}

export const xmlDocument = (name: string, children: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${xml(name, children)}`;
