import { median, quantile } from "./times.ts";

/** Requests per second, and the median and 99th percentile of the response times in ms. */
export type LoadResult = { perSecond: number; p50: number; p99: number };

/** Sends `count` requests, `concurrency` at a time, after half as many for warm-up. Throws if one fails. */
export async function measureLoad(
  count: number,
  concurrency: number,
  send: (n: number) => Promise<void>,
): Promise<LoadResult> {
  await sendAll(Math.ceil(count / 2), concurrency, send);
  const durations: number[] = [];
  const startedAt = performance.now();
  await sendAll(count, concurrency, async (n) => {
    const sentAt = performance.now();
    await send(n);
    durations.push(performance.now() - sentAt);
  });
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: count / seconds, p50: median(durations), p99: quantile(durations, 0.99) };
}

async function sendAll(
  count: number,
  concurrency: number,
  send: (n: number) => Promise<void>,
): Promise<void> {
  let nextIndex = 0;
  const sendRemaining = async () => {
    while (nextIndex < count) await send(nextIndex++);
  };
  await Promise.all(Array.from({ length: concurrency }, sendRemaining));
}

const formatFigures = ({ perSecond, p50, p99 }: LoadResult) =>
  `${perSecond.toFixed(0).padStart(6)}/s   p50 ${p50.toFixed(1).padStart(7)} ms   p99 ${p99.toFixed(1).padStart(7)} ms`;

/** Formats one measurement as a line of a table. */
export const formatResult = (name: string, result: LoadResult): string =>
  `  ${name.padEnd(34)}  ${formatFigures(result)}`;

/** Formats the measurements, with the ratios of the shop's figures to those of each bare handler (bare-server.ts). */
export function formatComparison(name: string, shop: LoadResult, bare: Record<string, LoadResult>): string {
  const ratio = (a: number, b: number) => `×${(a / b).toFixed(2)}`;
  const width = Math.max(...Object.keys(bare).map((label) => label.length));
  const row = (label: string, text: string) => `  ${label.padEnd(width)}  ${text}`;
  return [
    name,
    row("the shop", formatFigures(shop)),
    ...Object.entries(bare).flatMap(([label, figures]) => [
      row(label, formatFigures(figures)),
      row(
        "",
        `${ratio(shop.perSecond, figures.perSecond)} requests/s, ${ratio(shop.p50, figures.p50)} p50, ${ratio(shop.p99, figures.p99)} p99`,
      ),
    ]),
  ].join("\n");
}
