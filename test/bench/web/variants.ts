import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:http";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "esbuild";
import type { ClosableServer } from "../../support/serve.ts";
import { serveUntilClosed } from "../../support/serve.ts";

/**
 * How a page is served. 'site' is unchanged. The other two variants are for comparison. They have the same
 * HTML, styles, fonts and pictures, but
 * - 'no script': without scripts
 * - 'React alone': with a script that only hydrates one empty root with React
 */
export const VARIANTS = ["site", "no script", "React alone"] as const;
export type Variant = (typeof VARIANTS)[number];

/** The name of the performance mark that 'React alone' sets when its root is hydrated. */
export const HYDRATED_MARK = "bench-hydrated";

const REACT_ONLY_SCRIPT = "/bench-react.js";
const REACT_ONLY_SOURCE = `
  import { createElement, useEffect } from "react";
  import { hydrateRoot } from "react-dom/client";
  function Empty() {
    useEffect(() => void performance.mark("${HYDRATED_MARK}"), []);
    return null;
  }
  hydrateRoot(document.getElementById("bench-root"), createElement(Empty));`;

async function buildReactOnlyScript(): Promise<Buffer> {
  const { outputFiles } = await build({
    stdin: { contents: REACT_ONLY_SOURCE, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
  });
  return compress(Buffer.from(outputFiles[0]?.contents ?? []));
}

/** Compresses as the shop's edge does. */
const compress = (body: Buffer): Buffer =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

type ShopResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer };

function fetchFromShop(url: URL, method: string, headers: IncomingHttpHeaders): Promise<ShopResponse> {
  return new Promise((resolve, reject) => {
    const shopRequest = request(url, { method, headers: { ...headers, host: url.host } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 502,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    shopRequest.on("error", reject);
    shopRequest.end();
  });
}

/** The page's HTML for a variant. JSON in script elements stays. */
function variantOf(html: string, variant: Variant): string {
  if (variant === "site") return html;
  const withoutCode = html
    .replace(/<script\b(?![^>]*json)[^>]*>.*?<\/script>/gs, "")
    .replace(/<link rel="(modulepreload|preload" as="fetch)"[^>]*>/g, "");
  if (variant === "no script") return withoutCode;
  return withoutCode
    .replace("</head>", `<script type="module" src="${REACT_ONLY_SCRIPT}"></script></head>`)
    .replace("</body>", '<div id="bench-root"></div></body>');
}

/**
 * Serves a variant of the shop at `shopUrl`. Every variant, also 'site', passes through such a server, so that the server
 * costs each of them the same time.
 */
export async function serveVariant(shopUrl: string, variant: Variant): Promise<ClosableServer> {
  const script = await buildReactOnlyScript();
  return serveUntilClosed(async (req, res) => {
    const url = new URL(req.url ?? "/", shopUrl);
    const isPage = req.headers.accept?.includes("text/html") ?? false;
    if (url.pathname === REACT_ONLY_SCRIPT) {
      res.writeHead(200, { "content-type": "text/javascript", "content-encoding": "br" }).end(script);
      return;
    }
    const headers = isPage ? { ...req.headers, "accept-encoding": "identity" } : req.headers;
    const response = await fetchFromShop(url, req.method ?? "GET", headers);
    if (!isPage) {
      res.writeHead(response.status, response.headers).end(response.body);
      return;
    }
    const { "content-length": _, ...keptHeaders } = response.headers;
    res
      .writeHead(response.status, { ...keptHeaders, "content-encoding": "br" })
      .end(compress(Buffer.from(variantOf(response.body.toString(), variant))));
  });
}
