// `npm run bench:web`: loads the public pages on an emulated poor phone and prints each figure beside the figures
// of 'no script' and 'React alone' from the same run; then runs Lighthouse three times on each page.
// PAGES=/store,/blog selects pages.
// `npm run bench:web -- --film-strip` only takes five pictures of the store while it loads.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBrowser } from "../support/browser.ts";
import { startShopProcess } from "../support/shop-process.ts";
import { takeFilmStrip } from "./web/film-strip.ts";
import { runLighthouseOn } from "./web/lighthouse.ts";
import { compareVariants } from "./web/poor-phone.ts";

const PAGES = process.env["PAGES"]?.split(",") ?? ["/", "/store", "/podcast", "/blog", "/contact"];

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

const dataDir = mkdtempSync(join(tmpdir(), "shop-bench-"));
const port = await freePort();
const [shop, browser] = await Promise.all([
  startShopProcess({ dataDir }),
  openBrowser([`--remote-debugging-port=${port}`]),
]);
try {
  if (process.argv.includes("--film-strip")) await takeFilmStrip(browser, `${shop.url}/store`);
  else {
    const isFast = await compareVariants(browser, shop.url, PAGES);
    const isGood = await runLighthouseOn(shop.url, port, PAGES);
    if (!isFast || !isGood) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await shop.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
}
