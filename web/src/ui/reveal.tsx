import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { cx } from "./class-names.ts";
import { observeInView } from "./observe-in-view.ts";
import styles from "./reveal.module.css";
import { prefersReducedMotion } from "./use-reduced-motion.ts";

type RevealProps = {
  children: ReactNode;
  as?: "div" | "section" | "footer" | "li";
  /** The share of the element that must be in view, 0 to 1. */
  threshold?: number;
  className?: string | undefined;
  "aria-labelledby"?: string;
};

/**
 * Fades its content in when the visitor scrolls to it or moves the focus into it. Content that is in view from the start is
 * shown at once. Without JavaScript or with reduced motion, all content is shown at once.
 */
export function Reveal({
  children,
  as: Tag = "div",
  threshold = 0.1,
  className,
  ...elementProps
}: RevealProps) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = ref.current;
    const { hidden = "", shown = "" } = styles;
    if (!element || prefersReducedMotion()) return;
    if (element.getBoundingClientRect().top < window.innerHeight) return;
    element.classList.add(hidden);
    const fadeIn = () => element.classList.replace(hidden, shown);
    const stopObserving = observeInView(
      element,
      (isInView) => {
        if (!isInView) return;
        stopObserving();
        fadeIn();
      },
      // An element may be so tall that its `threshold` does not fit into the window.
      { threshold: Math.min(threshold, (window.innerHeight * 0.5) / Math.max(1, element.offsetHeight)) },
    );
    element.addEventListener("focusin", fadeIn);
    return () => {
      stopObserving();
      element.removeEventListener("focusin", fadeIn);
      element.classList.remove(hidden, shown);
    };
  }, [threshold]);
  return (
    <Tag
      {...elementProps}
      ref={(element: HTMLElement | null) => {
        ref.current = element;
      }}
      className={cx(className)}
    >
      {children}
    </Tag>
  );
}
