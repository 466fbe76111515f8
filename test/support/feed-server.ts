import type { IncomingHttpHeaders } from "node:http";
import { createHash } from "node:crypto";
import { serveUntilClosed } from "./serve.ts";

type FeedResponse = {
  status: number;
  location?: string;
  headers?: Record<string, string>;
  body?: Buffer;
  /** Closes the connection before the end of the body. */
  isCut?: boolean;
  /** Never answers. */
  hangs?: boolean;
};

/** A server of a podcast's feed and its files. Files have an ETag; a request with this ETag is answered with 304. */
export async function startFeedServer() {
  const responses = new Map<string, FeedResponse>();
  const log: { path: string; headers: IncomingHttpHeaders; status: number }[] = [];
  const server = await serveUntilClosed((req, res) => {
    const path = req.url ?? "";
    const response = responses.get(path) ?? { status: 404 };
    const etag = response.headers?.["etag"];
    const isUnchanged =
      response.status === 200 && etag !== undefined && req.headers["if-none-match"] === etag;
    const status = isUnchanged ? 304 : response.status;
    log.push({ path, headers: req.headers, status });
    if (response.hangs) return;
    res.writeHead(status, { ...response.headers, ...(response.location && { location: response.location }) });
    if (response.isCut) res.write(response.body, () => res.destroy());
    else res.end(isUnchanged ? undefined : response.body);
  });
  const requestsFor = (path: string) => log.filter((entry) => entry.path === path);
  return {
    url: server.url,
    close: () => server.close(),
    setResponse: (path: string, response: FeedResponse) => void responses.set(path, response),
    serve: (path: string, content: string | Buffer) => {
      const body = Buffer.from(content);
      const etag = `"${createHash("sha256").update(body).digest("hex")}"`;
      const headers = { etag, "last-modified": "Thu, 01 Jan 2026 00:00:00 GMT" };
      responses.set(path, { status: 200, headers, body });
    },
    requestHeaders: (path: string) => requestsFor(path).map(({ headers }) => headers),
    statuses: (path: string) => requestsFor(path).map(({ status }) => status),
    reset: () => {
      responses.clear();
      log.length = 0;
    },
  };
}
export type FeedServer = Awaited<ReturnType<typeof startFeedServer>>;

type Item = {
  guid: string;
  title?: string;
  /** The day of January 2026 on which the episode was published. */
  day?: number;
  audio?: string;
  description?: string;
  /** Further elements of the item, as XML. */
  extra?: string;
};

export const itemXml = ({ guid, title = guid, day = 1, audio, description = "", extra = "" }: Item): string =>
  `<item><guid>${guid}</guid><title>${title}</title><pubDate>${new Date(Date.UTC(2026, 0, day)).toUTCString()}</pubDate>` +
  `<enclosure url="${audio ?? `${encodeURIComponent(guid)}.mp3`}" type="audio/mpeg" length="1"/>` +
  `<description><![CDATA[${description}]]></description>${extra}</item>`;

export const feedXml = (...items: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" ` +
  `xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Test</title>${items.join("")}</channel></rss>`;
