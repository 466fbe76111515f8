import { median } from "../times.ts";
import type { Figures, Interaction } from "./page-load.ts";
import type { Variant } from "./variants.ts";

/** How often each measurement is repeated. */
export const RUN_COUNT = 5;
/** Blocking time, as a multiple of the time that React alone blocks. */
const MAX_BLOCKING_RATIO = 2;
/** When menu, cart and search must have answered, in ms since the navigation. */
const MAX_ANSWER_MS = 2500;

/** What is loaded and measured: a variant of the page, or the unchanged page with an interaction. */
export type Measurement = Variant | Interaction;
/** The figures of the runs of each measurement; none for an interaction that the page does not have. */
export type Results = Record<Measurement, Figures[]>;

/** The median of a figure. Runs without the figure do not count. */
export const medianOf = (
  figures: readonly Figures[],
  valueOf: (figure: Figures) => number | undefined,
): number => median(figures.flatMap((figure) => valueOf(figure) ?? []));

/** The median time in ms until an interaction has answered. A run without an answer counts as an endless time. */
export const medianAnswerMs = (figures: readonly Figures[]): number =>
  medianOf(figures, ({ answer }) => answer ?? Infinity);

function missedAnswer(name: Interaction, figures: readonly Figures[]): string[] {
  const unansweredCount = figures.filter(({ answer }) => answer === undefined).length;
  if (unansweredCount > 0) return [`${name} did not answer in ${unansweredCount} of ${figures.length} runs`];
  return medianAnswerMs(figures) > MAX_ANSWER_MS ? [`${name} answers later than ${MAX_ANSWER_MS} ms`] : [];
}

/** The limits that a page misses, each as a text. */
export function missedLimits(results: Results): string[] {
  const blockingOf = (variant: Variant) => medianOf(results[variant], ({ blocking }) => blocking);
  const blocksTooLong = blockingOf("site") / blockingOf("React alone") > MAX_BLOCKING_RATIO;
  return [
    ...(blocksTooLong ? [`blocks longer than ${MAX_BLOCKING_RATIO} × React alone`] : []),
    ...(["menu", "cart", "search"] as const).flatMap((name) => missedAnswer(name, results[name])),
  ];
}
