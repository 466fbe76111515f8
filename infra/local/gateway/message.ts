/** A request between the parts of the stack. Header names are in lower case, repeated headers joined by a comma. */
export type HttpRequest = {
  method: string;
  /** Percent-encoded. */
  path: string;
  /** Without the question mark. */
  query: string;
  headers: Record<string, string>;
  body: Buffer;
  /** The client's address. */
  ip: string;
};

export type HttpResponse = { status: number; headers: Record<string, string | string[]>; body: Buffer };

/** AWS's error answer when a request does not reach a function. */
export const messageResponse = (
  status: number,
  message: string,
  headers: Record<string, string> = {},
): HttpResponse => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: Buffer.from(JSON.stringify({ message })),
});
