import { randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer, type ViteDevServer } from "vite";
import { DOOR_PATH } from "../../../shared/tickets/door-path.ts";
import type { Distribution } from "../edge/distribution.ts";
import { nodeHandler } from "../edge/node-http.ts";
import type { HttpRequest, HttpResponse } from "../gateway/message.ts";
import { urlOf } from "../util/http.ts";
import type { Handler } from "../util/local-server.ts";
import { allowHotReload } from "./page-policy.ts";
import { createFunctionReloader } from "./reload-functions.ts";

const root = join(import.meta.dirname, "../../..");
/** The packages, which may be in a folder above the project. The pages load the complete fonts from there. */
const packagesFolder = join(dirname(fileURLToPath(import.meta.resolve("vite/package.json"))), "..");
const folders = { lambdas: join(root, "lambdas"), shared: join(root, "shared"), web: join(root, "web") };
/** Headers that depend on the body. A page's other headers are the same on every response. */
const BODY_HEADERS = /^(content-(type|length|encoding)|etag|last-modified|accept-ranges|cache-control|vary)$/;
/** Request headers that make the edge compress a page or answer 304. */
const NEGOTIATION_HEADERS = ["accept-encoding", "if-none-match", "if-modified-since"];
/** The title and description in a page's head. The build writes them, or the function render-page. */
const META = /<!--page-meta-->[^]*?<!--\/page-meta-->/;
/** Public text files. The edge serves them, because only the deployed copies contain the site's origin. */
const DEPLOYED_TEXTS = /\.(txt|xml)$/;

type Options = {
  edge: Distribution;
  /** The address for a browser, without a slash at the end. */
  url: string;
  /** The server on which Vite answers WebSocket requests. */
  server: Server;
  replaceCode: (name: string, folder: string) => void;
  log: (line: string) => void;
};

export type DevServer = { handle: Handler; close(): Promise<void> };

/** When a file was last written, in ms; undefined if the file is gone. */
const modifiedAt = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs;

/**
 * Serves the site's sources with Vite, and replaces a function when its source changes. The local edge still
 * serves the API, pictures and the heads of pages.
 */
export async function startDevServer({ edge, url, server, replaceCode, log }: Options): Promise<DevServer> {
  const hotReload = { nonce: randomBytes(16).toString("base64"), host: new URL(url).host };
  const reloader = createFunctionReloader(replaceCode, (name) => log(`Replaced ${name}`));
  const vite = await createVite(server, hotReload.nonce);
  vite.watcher.add([folders.lambdas, folders.shared]);
  vite.watcher.on("change", (path) => {
    reloader.reloadFunctionsOf(path);
    // The watcher misses a second change within 50 ms, for example when a formatter runs after a save.
    const firstModifiedAt = modifiedAt(path);
    setTimeout(() => {
      if (modifiedAt(path) !== firstModifiedAt) reloader.reloadFunctionsOf(path);
    }, 100).unref();
  });

  const path = "/index.html";
  const homeRequest = { method: "GET", path, query: "", headers: {}, body: Buffer.alloc(0), ip: "127.0.0.1" };
  /** The headers for files that Vite serves. */
  const siteHeaders = headersForDev(await edge.handle(homeRequest));
  const siteBucket = edge.originAt(path).bucket;

  /** The headers that do not depend on the body, with a Content-Security-Policy that allows hot reload. */
  function headersForDev({ headers }: HttpResponse): HttpResponse["headers"] {
    const otherHeaders = Object.entries(headers).filter(([name]) => !BODY_HEADERS.test(name));
    return {
      ...Object.fromEntries(otherHeaders),
      "content-security-policy": allowHotReload(String(headers["content-security-policy"] ?? ""), hotReload),
    };
  }
  /** The edge's response; for a page of the site, with the page's source and Vite's scripts as its body. */
  async function respond(request: HttpRequest): Promise<HttpResponse> {
    const wantsPage = request.headers["accept"]?.includes("text/html") ?? false;
    if (!wantsPage) return edge.handle(request);
    const headers = Object.entries(request.headers).filter(([name]) => !NEGOTIATION_HEADERS.includes(name));
    const edgeResponse = await edge.handle({ ...request, headers: Object.fromEntries(headers) });
    if (!String(edgeResponse.headers["content-type"]).startsWith("text/html")) return edgeResponse;
    const file = request.path.startsWith(DOOR_PATH) ? "door/index.html" : "index.html";
    const source = readFileSync(join(folders.web, file), "utf8");
    const [builtMeta] = META.exec(edgeResponse.body.toString()) ?? [];
    if (builtMeta === undefined) return edgeResponse;
    const page = source.replace(META, () => builtMeta);
    return {
      status: edgeResponse.status,
      headers: {
        ...headersForDev(edgeResponse),
        "content-type": "text/html; charset=utf-8",
        "cache-control": "no-store",
      },
      body: Buffer.from(await vite.transformIndexHtml(request.path, page)),
    };
  }
  const handle: Handler = async (req, res) => {
    const { pathname } = urlOf(req);
    const isSiteFile = edge.originAt(pathname).bucket === siteBucket && !DEPLOYED_TEXTS.test(pathname);
    if (isSiteFile && (req.method === "GET" || req.method === "HEAD")) {
      for (const [name, value] of Object.entries(siteHeaders)) res.setHeader(name, value);
      if (await serveWithVite(vite, req, res)) return;
      for (const name of res.getHeaderNames()) res.removeHeader(name);
    }
    await nodeHandler(respond)(req, res);
  };
  return {
    handle,
    close: () => vite.close(),
  };
}

const createVite = (server: Server, cspNonce: string): Promise<ViteDevServer> =>
  createServer({
    configFile: join(folders.web, "vite.config.ts"),
    cacheDir: join(root, ".build/dev/vite"),
    appType: "custom",
    clearScreen: false,
    html: { cspNonce },
    server: {
      middlewareMode: true,
      ws: { server },
      cors: false,
      // Pages import from `shared/` and `node_modules/`, which are outside Vite's root `web/`.
      fs: { allow: [root, packagesFolder] },
      warmup: { clientFiles: ["./src/main.tsx"] },
    },
  });

/** Lets Vite answer; true if Vite sent a response. Vite serves modules, styles and public files. */
const serveWithVite = (vite: ViteDevServer, req: IncomingMessage, res: ServerResponse): Promise<boolean> =>
  new Promise((resolve, reject) => {
    res.once("close", () => resolve(true));
    vite.middlewares(req, res, (error?: unknown) => {
      if (error === undefined) resolve(false);
      else reject(error instanceof Error ? error : new Error("Vite could not answer.", { cause: error }));
    });
  });
