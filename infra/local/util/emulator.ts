import type { IncomingMessage, ServerResponse } from "node:http";

/** One stand-in for an AWS service or for Stripe, mounted under a prefix of a server; `url` arrives without the prefix. */
export type Emulator = {
  handle(req: IncomingMessage, res: ServerResponse): Promise<void> | void;
  close(): Promise<void>;
};
