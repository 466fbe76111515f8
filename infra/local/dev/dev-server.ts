import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { join } from "node:path";
import { createServer, type ViteDevServer } from "vite";
import type { Distribution } from "../edge/distribution.ts";
import { requestOf, writeResponse } from "../edge/node-http.ts";
import type { HttpRequest, HttpResponse } from "../gateway/message.ts";
import { urlOf } from "../util/http.ts";
import type { Handle } from "../util/local-server.ts";
import { devPage } from "./dev-page.ts";
import { allowHotReload } from "./page-policy.ts";
import { createFunctionReloader } from "./reload-functions.ts";

const root = join(import.meta.dirname, "../../..");
const sources = { lambdas: join(root, "lambdas"), shared: join(root, "shared"), web: join(root, "web") };
/** Headers that describe one answer; the others of a page are those of every answer. */
const OF_ONE_ANSWER =
  /^(content-(type|length|encoding)|etag|last-modified|accept-ranges|cache-control|vary)$/;
/** Public files in which the deployment fills in the site's origin. */
const FILLED_IN = /\.(txt|xml)$/;

type Options = {
  edge: Distribution;
  /** Where a browser finds the shop. */
  url: string;
  /** The server whose WebSocket requests Vite answers. */
  server: Server;
  replaceCode: (name: string, folder: string) => void;
  log: (line: string) => void;
};

export type DevServer = { handle: Handle; close(): Promise<void> };

/**
 * Serve the site's sources by Vite behind the local edge, and replace functions whose sources change. What is not the
 * site's (the API, pictures, product pages' heads) comes from the edge as always.
 */
export async function startDevServer({ edge, url, server, replaceCode, log }: Options): Promise<DevServer> {
  const policy = { nonce: randomBytes(16).toString("base64"), host: new URL(url).host };
  const vite = await createVite(server, policy.nonce);
  const reloader = await createFunctionReloader(replaceCode, (name) => log(`Replaced ${name}`));
  vite.watcher.add([sources.lambdas, sources.shared]);
  vite.watcher.on("change", (path) => reloader.sourceChanged(path));

  const get = (path: string): HttpRequest => ({
    ...{ method: "GET", path, query: "", headers: {}, body: Buffer.alloc(0), ip: "127.0.0.1" },
  });
  const pageHeaders = withHotReload(await edge.handle(get("/")));
  const siteBucket = edge.originAt("/").bucket;

  function withHotReload({ headers }: HttpResponse): HttpResponse["headers"] {
    const kept = Object.entries(headers).filter(([name]) => !OF_ONE_ANSWER.test(name));
    return {
      ...Object.fromEntries(kept),
      "content-security-policy": allowHotReload(String(headers["content-security-policy"] ?? ""), policy),
    };
  }
  /** The edge's answer; a page of the site is replaced by its source. */
  async function answer(request: HttpRequest): Promise<HttpResponse> {
    const wantsPage = request.headers["accept"]?.includes("text/html") ?? false;
    if (!wantsPage) return edge.handle(request);
    // A page is replaced, so the edge must not compress it or answer that it has not changed.
    const {
      "accept-encoding": _,
      "if-none-match": __,
      "if-modified-since": ___,
      ...headers
    } = request.headers;
    const built = await edge.handle({ ...request, headers });
    if (!String(built.headers["content-type"]).startsWith("text/html")) return built;
    const source = readFileSync(join(sources.web, "index.html"), "utf8");
    const page = devPage(source, built.body.toString());
    if (page === undefined) return built;
    return {
      status: built.status,
      headers: {
        ...withHotReload(built),
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
      },
      body: Buffer.from(await vite.transformIndexHtml(request.path, page)),
    };
  }
  const handle: Handle = async (req, res) => {
    const { pathname } = urlOf(req);
    const isSite = edge.originAt(pathname).bucket === siteBucket && !FILLED_IN.test(pathname);
    if (isSite && (req.method === "GET" || req.method === "HEAD")) {
      for (const [name, value] of Object.entries(pageHeaders)) res.setHeader(name, value);
      if (await answeredBy(vite, req, res)) return;
      for (const name of res.getHeaderNames()) res.removeHeader(name);
    }
    const incoming = await requestOf(req);
    writeResponse(req, res, "response" in incoming ? incoming.response : await answer(incoming.request));
  };
  return {
    handle,
    async close() {
      await Promise.all([vite.close(), reloader.close()]);
    },
  };
}

const createVite = (server: Server, cspNonce: string): Promise<ViteDevServer> =>
  createServer({
    configFile: join(sources.web, "vite.config.ts"),
    cacheDir: join(root, ".build/dev/vite"),
    appType: "custom",
    clearScreen: false,
    html: { cspNonce },
    server: {
      middlewareMode: true,
      ws: { server },
      cors: false,
      // `shared/` and `node_modules/` are beside the site's own folder.
      fs: { allow: [root] },
      warmup: { clientFiles: ["./src/main.tsx"] },
    },
  });

/** Whether Vite answered: it does for modules, their styles and public files. */
const answeredBy = (vite: ViteDevServer, req: IncomingMessage, res: ServerResponse): Promise<boolean> =>
  new Promise((resolve, reject) => {
    res.once("close", () => resolve(true));
    vite.middlewares(req, res, (error?: unknown) => {
      if (error === undefined) resolve(false);
      else reject(error instanceof Error ? error : new Error("Vite could not answer.", { cause: error }));
    });
  });
