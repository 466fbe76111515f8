import type { Browser } from "@playwright/test";
import type { Variant } from "./variants.ts";
import { serveVariant, VARIANTS } from "./variants.ts";
import {
  medianAnswerMs,
  medianOf,
  missedLimits,
  RUN_COUNT,
  type Measurement,
  type Results,
} from "./missed-limits.ts";
import type { Figures, Interaction } from "./page-load.ts";
import { INTERACTIONS, measureLoad } from "./page-load.ts";

const PAGES_WITH_SEARCH = ["/store"];

const isInteraction = (measurement: Measurement): measurement is Interaction =>
  INTERACTIONS.some((interaction) => interaction === measurement);

/** Repeats the measurements in turn, so that a busy moment of the machine affects all of them. */
async function measure(browser: Browser, urls: Record<Variant, string>, path: string): Promise<Results> {
  const results: Results = { site: [], "no script": [], "React alone": [], menu: [], cart: [], search: [] };
  const interactions = INTERACTIONS.filter((name) => name !== "search" || PAGES_WITH_SEARCH.includes(path));
  for (let run = 0; run < RUN_COUNT; run++)
    for (const measurement of [...VARIANTS, ...interactions])
      results[measurement].push(
        isInteraction(measurement)
          ? await measureLoad(browser, urls.site + path, measurement)
          : await measureLoad(browser, urls[measurement] + path),
      );
  return results;
}

const roundedText = (value: number): string => (Number.isFinite(value) ? String(Math.round(value)) : "–");
const ratio = (value: number, baseline: number): string =>
  value / baseline > 0 && Number.isFinite(value / baseline) ? (value / baseline).toFixed(2) : "–";

function printRow(name: string, value: number, noScript: number, react: number): void {
  const cells = [
    roundedText(value),
    roundedText(noScript),
    ratio(value, noScript),
    roundedText(react),
    ratio(value, react),
  ];
  console.log(name.padEnd(24) + cells.map((cell) => cell.padStart(12)).join(""));
}

/** Prints the figures of a page. Returns whether the page keeps its limits. */
function printPage(path: string, results: Results): boolean {
  const medianFigure = (variant: Variant, value: (figure: Figures) => number | undefined) =>
    medianOf(results[variant], value);
  const row = (name: string, value: (figure: Figures) => number | undefined) =>
    printRow(
      name,
      medianFigure("site", value),
      medianFigure("no script", value),
      medianFigure("React alone", value),
    );
  console.log(
    path.padEnd(24) +
      ["site", "no script", "ratio", "React", "ratio"].map((title) => title.padStart(12)).join(""),
  );
  row("first paint, ms", ({ firstPaint }) => firstPaint);
  row("largest paint, ms", ({ largestPaint }) => largestPaint);
  row("cards painted, ms", ({ cards }) => cards);
  // Without script nothing answers; React alone could answer when it is hydrated.
  const hydratedMs = medianFigure("React alone", (figure) => figure.hydrated);
  for (const name of INTERACTIONS)
    if (results[name].length > 0)
      printRow(`${name} answers, ms`, medianAnswerMs(results[name]), NaN, hydratedMs);
  row("blocking time, ms", ({ blocking }) => blocking);
  row("script, bytes", ({ scriptBytes }) => scriptBytes);

  const missed = missedLimits(results);
  for (const limit of missed) console.log(`MISSED: ${limit}`);
  console.log("");
  return missed.length === 0;
}

/**
 * Loads each page on an emulated poor phone, and prints medians and their ratios to 'no script' and 'React alone'. Returns
 * whether all pages keep their limits.
 */
export async function compareVariants(
  browser: Browser,
  shopUrl: string,
  paths: readonly string[],
): Promise<boolean> {
  const servers = await Promise.all(VARIANTS.map((variant) => serveVariant(shopUrl, variant)));
  const urlOf = (variant: Variant) => servers[VARIANTS.indexOf(variant)]?.url ?? "";
  const urls = { site: urlOf("site"), "no script": urlOf("no script"), "React alone": urlOf("React alone") };
  let keepsLimits = true;
  try {
    for (const path of paths) if (!printPage(path, await measure(browser, urls, path))) keepsLimits = false;
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
  return keepsLimits;
}
