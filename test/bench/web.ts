// `npm run bench:web`: runs Lighthouse three times on each public page of the local stack, as a phone on a slow network,
// and prints the medians beside the budgets. PAGES selects pages: PAGES=/store,/blog npm run bench:web
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse from "lighthouse";
import { openBrowser } from "../support/browser.ts";
import { startShopProcess } from "../support/shop-process.ts";

const RUNS = 3;
const PAGES = process.env["PAGES"]?.split(",") ?? ["/", "/store", "/podcast", "/blog", "/contact"];

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>["lhr"];
type Budget = {
  name: string;
  of: (report: Report) => number;
  limit: number;
  better: "more" | "less";
  digits: number;
};

const category = (name: string, id: string, limit: number): Budget => ({
  name,
  of: ({ categories }) => 100 * (categories[id]?.score ?? 0),
  limit,
  better: "more",
  digits: 0,
});
const metric = (name: string, id: string, limit: number, digits: number): Budget => ({
  name,
  of: ({ audits }) => audits[id]?.numericValue ?? Infinity,
  limit,
  better: "less",
  digits,
});
/** Scores are out of 100, times in ms; CLS has no unit. */
const BUDGETS: Budget[] = [
  category("performance", "performance", 95),
  category("accessibility", "accessibility", 98),
  category("best practices", "best-practices", 98),
  category("SEO", "seo", 98),
  metric("LCP", "largest-contentful-paint", 1800, 0),
  metric("CLS", "cumulative-layout-shift", 0.02, 3),
  metric("TBT", "total-blocking-time", 100, 0),
];

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

async function measure(url: string, port: number): Promise<Report> {
  const result = await lighthouse(url, { port, logLevel: "error", output: "json" });
  if (!result || result.lhr.runtimeError)
    throw new Error(result?.lhr.runtimeError?.message ?? `No report of ${url}`);
  return result.lhr;
}

/** Prints the medians and, if one misses its budget, the failed audits. Returns whether all budgets are met. */
function report(path: string, reports: Report[]): boolean {
  const missed = BUDGETS.filter(({ name, of, limit, better, digits }) => {
    const value = median(reports.map(of));
    const good = better === "more" ? value >= limit : value < limit;
    const ratio = (value / limit).toFixed(2);
    const result = `${value.toFixed(digits)} (budget ${better === "more" ? "≥" : "<"} ${limit}, ratio ${ratio})`;
    console.log(`${path.padEnd(10)}${name.padEnd(16)}${result}${good ? "" : "  MISSED"}`);
    return !good;
  });
  if (missed.length === 0) return true;
  for (const { title, score, displayValue } of Object.values(reports[0]?.audits ?? {}))
    if (score !== null && score < 0.9) console.log(`  ${score.toFixed(2)} ${title} ${displayValue ?? ""}`);
  return false;
}

const dataDir = mkdtempSync(join(tmpdir(), "shop-bench-"));
const port = await freePort();
const [shop, browser] = await Promise.all([
  startShopProcess({ dataDir }),
  openBrowser([`--remote-debugging-port=${port}`]),
]);
try {
  for (const path of PAGES) {
    const reports: Report[] = [];
    for (let run = 0; run < RUNS; run++) reports.push(await measure(shop.url + path, port));
    if (!report(path, reports)) process.exitCode = 1;
    console.log(
      `          machine's benchmark index ${reports.map((r) => r.environment.benchmarkIndex).join(", ")}\n`,
    );
  }
} finally {
  await browser.close();
  await shop.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
}
