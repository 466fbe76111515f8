/** A request between parts of the stack. Header names are in lower case; repeated headers are joined. */
export type HttpRequest = {
  method: string;
  /** Percent-encoded. */
  path: string;
  /** Without the question mark. */
  query: string;
  headers: Record<string, string>;
  body: Buffer;
  ip: string;
};

export type HttpResponse = { status: number; headers: Record<string, string | string[]>; body: Buffer };

/** The error response of CloudFront or API Gateway to a request that no function answers. */
export const messageResponse = (
  status: number,
  message: string,
  headers: Record<string, string> = {},
): HttpResponse => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: Buffer.from(JSON.stringify({ message })),
});
