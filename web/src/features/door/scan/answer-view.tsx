import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import type { ShownResult } from "../list/door-state.ts";
import type { Door } from "../list/door.ts";
import { answerText, type AnswerTone, type CurrentEvent } from "./answer-text.ts";
import { playSignal } from "./signals.ts";
import styles from "./answer-view.module.css";

/** A circle with a tick, a triangle with an exclamation mark, and a square with a cross: SVG paths on a grid of 100. */
const SHAPES: Record<AnswerTone, { outline: string; mark: string }> = {
  in: { outline: "M50 4a46 46 0 1 0 0 92 46 46 0 0 0 0-92Z", mark: "M28 52l16 16 29-34" },
  again: { outline: "M50 6 97 92H3Z", mark: "M50 38v24M50 76v.5" },
  refused: { outline: "M7 7h86v86H7Z", mark: "M31 31l38 38M69 31 31 69" },
};

/** The answer 'let in' closes by itself after this time. */
const LET_IN_SHOWN_MS = 4_000;

/** For this time after an answer appears, presses are ignored: they were meant for the previous answer. */
const IGNORE_PRESSES_MS = 500;

/** Returns a function that runs an action, unless the answer appeared less than IGNORE_PRESSES_MS ago. */
function usePressGuard(): (action: () => void) => void {
  const appearedAt = useRef(0);
  useEffect(() => {
    appearedAt.current = performance.now();
  }, []);
  return useCallback((action) => {
    if (performance.now() - appearedAt.current >= IGNORE_PRESSES_MS) action();
  }, []);
}

/** Focuses the button with the returned ref. When the answer closes, the element that had the focus before gets it back. */
function useFocusUntilClosed() {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const previousElement = document.activeElement;
    ref.current?.focus();
    return () => {
      if (previousElement instanceof HTMLElement && previousElement.isConnected) previousElement.focus();
    };
  }, []);
  return ref;
}

type AnswerViewProps = { door: Door; result: Extract<ShownResult, { kind: "answer" }>; event: CurrentEvent };

/** Shows the answer to a scan on the whole screen. The camera continues behind it, so the next scan replaces the answer. */
export function AnswerView({ door, result, event }: AnswerViewProps) {
  const { answer, checkInId } = result;
  const [now] = useState(Date.now);
  const { tone, title, who, lines } = answerText(answer, event, now);
  const shape = SHAPES[tone];
  const nextRef = useFocusUntilClosed();
  const runUnlessEarly = usePressGuard();
  useEffect(() => playSignal(tone), [tone]);
  useEffect(() => {
    if (tone !== "in") return;
    const timer = setTimeout(door.closeResult, LET_IN_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [door, tone]);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") runUnlessEarly(door.closeResult);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [door, runUnlessEarly]);
  return (
    <section aria-label="Answer" className={cx(styles.answer, styles[tone])}>
      <svg aria-hidden="true" viewBox="0 0 100 100" className={styles.shape}>
        <path d={shape.outline} className={styles.outline} />
        <path d={shape.mark} className={styles.mark} />
      </svg>
      <div role="alert" className={styles.text}>
        <h2 className={styles.title}>{title}</h2>
        {who && <p className={styles.who}>{who}</p>}
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <div className={styles.actions}>
        {checkInId !== undefined && (
          <Button
            variant="secondary"
            size="large"
            className={styles.button}
            onClick={() => runUnlessEarly(() => void door.undo(checkInId))}
          >
            Undo
          </Button>
        )}
        <Button
          ref={nextRef}
          size="large"
          className={cx(styles.button, styles.next)}
          onClick={() => runUnlessEarly(door.closeResult)}
        >
          Next
        </Button>
      </div>
    </section>
  );
}
