import lighthouse from "lighthouse";
import { median } from "../times.ts";

const RUNS_PER_PAGE = 3;

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

async function runLighthouse(url: string, port: number): Promise<Report> {
  const result = await lighthouse(url, { port, logLevel: "error", output: "json" });
  if (!result || result.lhr.runtimeError)
    throw new Error(result?.lhr.runtimeError?.message ?? `No report of ${url}`);
  return result.lhr;
}

/** Prints the medians and, if a budget is missed, the failed audits of the first run. Returns whether all budgets are met. */
function printResults(path: string, reports: Report[]): boolean {
  const missedBudgets = BUDGETS.filter(({ name, valueIn, limit, better, digits }) => {
    const value = median(reports.map(valueIn));
    const isMet = better === "higher" ? value >= limit : value < limit;
    const ratio = (value / limit).toFixed(2);
    const result = `${value.toFixed(digits)} (budget ${better === "higher" ? "≥" : "<"} ${limit}, ratio ${ratio})`;
    console.log(`${path.padEnd(10)}${name.padEnd(16)}${result}${isMet ? "" : "  MISSED"}`);
    return !isMet;
  });
  if (missedBudgets.length === 0) return true;
  for (const { title, score, displayValue } of Object.values(reports[0]?.audits ?? {}))
    if (score !== null && score < 0.9) console.log(`  ${score.toFixed(2)} ${title} ${displayValue ?? ""}`);
  return false;
}

/** Runs Lighthouse on the pages at `paths` and prints the results. Returns whether all budgets are met. */
export async function runLighthouseOn(
  shopUrl: string,
  port: number,
  paths: readonly string[],
): Promise<boolean> {
  let isMet = true;
  for (const path of paths) {
    const reports: Report[] = [];
    for (let run = 0; run < RUNS_PER_PAGE; run++) reports.push(await runLighthouse(shopUrl + path, port));
    if (!printResults(path, reports)) isMet = false;
    console.log(
      `          machine's benchmark index ${reports.map(({ environment }) => environment.benchmarkIndex).join(", ")}\n`,
    );
  }
  return isMet;
}
