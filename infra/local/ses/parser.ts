import { once } from "node:events";
import { createRequire } from "node:module";
import type * as sesLocal from "aws-ses-v2-local";
import * as z from "zod/mini";

const stored = z.object({
  emails: z.array(
    z.object({
      messageId: z.string(),
      from: z.string(),
      replyTo: z.array(z.string()),
      destination: z.object({ to: z.array(z.string()), cc: z.array(z.string()), bcc: z.array(z.string()) }),
      subject: z.string(),
      body: z.object({ text: z.optional(z.string()), html: z.optional(z.string()) }),
      attachments: z.array(
        z.object({ filename: z.optional(z.string()), contentType: z.string(), size: z.number() }),
      ),
    }),
  ),
});
export type ParsedMail = z.infer<typeof stored>["emails"][number];

export interface Sent {
  mail: ParsedMail;
  /** The answer for the SDK. */
  xml: string;
}

/**
 * Runs `aws-ses-v2-local`, which checks requests and parses MIME, on a port of its own. Its mails are one list in
 * memory for the whole process, so each request is followed by reading and clearing that list, one at a time.
 */
export async function startParser() {
  // `require`, because an ES import of this CommonJS package nests its default export in another one.
  const { default: listen } = createRequire(import.meta.url)("aws-ses-v2-local") as typeof sesLocal;
  const server = await listen({ host: "127.0.0.1", port: 0 });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The mail parser has no port.");
  const origin = `http://127.0.0.1:${address.port}`;
  let last: Promise<unknown> = Promise.resolve();

  async function exchange(body: string): Promise<Sent | undefined> {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      authorization: "AWS4-HMAC-SHA256 local",
    };
    const answer = await fetch(origin, {
      method: "POST",
      body,
      headers,
      signal: AbortSignal.timeout(10_000),
    });
    const xml = await answer.text();
    if (!answer.ok) return undefined;
    const { emails } = stored.parse(await (await fetch(`${origin}/store`)).json());
    await fetch(`${origin}/clear-store`, { method: "POST" });
    const mail = emails.find(({ messageId }) => xml.includes(messageId));
    return mail && { mail, xml };
  }

  return {
    /** The parsed mail; undefined when the request was refused. */
    parse(body: string): Promise<Sent | undefined> {
      const turn = last.then(() => exchange(body));
      last = turn.catch(() => undefined);
      return turn;
    },
    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
