import type { IncomingMessage, ServerResponse } from "node:http";

/** Emulates an AWS service or Stripe. A server mounts it under a prefix; `req.url` has no prefix. */
export type Emulator = {
  handle(req: IncomingMessage, res: ServerResponse): Promise<void> | void;
  close(): Promise<void>;
};
