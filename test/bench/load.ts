/** Requests per second, and the median and 99th percentile of their durations in ms. */
export type Figures = { perSecond: number; p50: number; p99: number };

/** Sends `count` requests, `atOnce` in parallel, after half as many to warm up. Throws when a request fails. */
export async function load(
  count: number,
  atOnce: number,
  send: (n: number) => Promise<void>,
): Promise<Figures> {
  await run(Math.ceil(count / 2), atOnce, send);
  const times: number[] = [];
  const started = performance.now();
  await run(count, atOnce, async (n) => {
    const sent = performance.now();
    await send(n);
    times.push(performance.now() - sent);
  });
  const seconds = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { perSecond: count / seconds, p50: at(0.5), p99: at(0.99) };
}

async function run(count: number, atOnce: number, send: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) await send(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** Formats the measurements, with the ratio of the shop to each bare handler. */
export function compare(name: string, shop: Figures, bare: Record<string, Figures>): string {
  const line = ({ perSecond, p50, p99 }: Figures) =>
    `${perSecond.toFixed(0).padStart(6)}/s   p50 ${p50.toFixed(1).padStart(7)} ms   p99 ${p99.toFixed(1).padStart(7)} ms`;
  const ratio = (a: number, b: number) => `×${(a / b).toFixed(2)}`;
  const width = Math.max(...Object.keys(bare).map((label) => label.length));
  const row = (label: string, text: string) => `  ${label.padEnd(width)}  ${text}`;
  return [
    name,
    row("the shop", line(shop)),
    ...Object.entries(bare).flatMap(([label, figures]) => [
      row(label, line(figures)),
      row(
        "",
        `${ratio(shop.perSecond, figures.perSecond)} requests/s, ${ratio(shop.p50, figures.p50)} p50, ${ratio(shop.p99, figures.p99)} p99`,
      ),
    ]),
  ].join("\n");
}
