// `npm run bench:web`: runs Lighthouse three times on each public page of the local stack, emulating a phone
// on a slow network, and prints the medians with their budgets. PAGES=/store,/blog selects pages.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse from "lighthouse";
import { openBrowser } from "../support/browser.ts";
import { startShopProcess } from "../support/shop-process.ts";

const RUNS_PER_PAGE = 3;
const PAGES = process.env["PAGES"]?.split(",") ?? ["/", "/store", "/podcast", "/blog", "/contact"];

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>["lhr"];
type Budget = {
  name: string;
  valueIn: (report: Report) => number;
  limit: number;
  better: "higher" | "lower";
  digits: number;
};

const categoryBudget = (name: string, id: string, limit: number): Budget => ({
  name,
  valueIn: ({ categories }) => 100 * (categories[id]?.score ?? 0),
  limit,
  better: "higher",
  digits: 0,
});
const metricBudget = (name: string, id: string, limit: number, digits: number): Budget => ({
  name,
  valueIn: ({ audits }) => audits[id]?.numericValue ?? Infinity,
  limit,
  better: "lower",
  digits,
});
/** Scores are out of 100, times in ms; CLS has no unit. */
const BUDGETS: Budget[] = [
  categoryBudget("performance", "performance", 95),
  categoryBudget("accessibility", "accessibility", 98),
  categoryBudget("best practices", "best-practices", 98),
  categoryBudget("SEO", "seo", 98),
  metricBudget("LCP", "largest-contentful-paint", 1800, 0),
  metricBudget("CLS", "cumulative-layout-shift", 0.02, 3),
  metricBudget("TBT", "total-blocking-time", 100, 0),
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

async function runLighthouse(url: string, port: number): Promise<Report> {
  const result = await lighthouse(url, { port, logLevel: "error", output: "json" });
  if (!result || result.lhr.runtimeError)
    throw new Error(result?.lhr.runtimeError?.message ?? `No report of ${url}`);
  return result.lhr;
}

/** Prints the medians and, if a budget is missed, the failed audits. Returns whether all budgets are met. */
function printResults(path: string, reports: Report[]): boolean {
  const missed = BUDGETS.filter(({ name, valueIn, limit, better, digits }) => {
    const value = median(reports.map(valueIn));
    const isMet = better === "higher" ? value >= limit : value < limit;
    const ratio = (value / limit).toFixed(2);
    const result = `${value.toFixed(digits)} (budget ${better === "higher" ? "≥" : "<"} ${limit}, ratio ${ratio})`;
    console.log(`${path.padEnd(10)}${name.padEnd(16)}${result}${isMet ? "" : "  MISSED"}`);
    return !isMet;
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
    for (let run = 0; run < RUNS_PER_PAGE; run++) reports.push(await runLighthouse(shop.url + path, port));
    if (!printResults(path, reports)) process.exitCode = 1;
    console.log(
      `          machine's benchmark index ${reports.map(({ environment }) => environment.benchmarkIndex).join(", ")}\n`,
    );
  }
} finally {
  await browser.close();
  await shop.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
}
