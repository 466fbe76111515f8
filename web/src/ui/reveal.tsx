import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { cx } from "./class-names.ts";
import styles from "./reveal.module.css";
import { prefersReducedMotion } from "./use-reduced-motion.ts";

type RevealProps = {
  children: ReactNode;
  as?: "div" | "section" | "footer" | "li";
  /** How much of it must be in view, 0 to 1. */
  threshold?: number;
  className?: string | undefined;
  "aria-labelledby"?: string;
};

/**
 * Fades its content in when it is scrolled into view. Content that is in view from the start is shown at once; so is
 * all content without script or with reduced motion.
 */
export function Reveal({ children, as: Tag = "div", threshold = 0.1, className, ...rest }: RevealProps) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = ref.current;
    const { hidden = "", shown = "" } = styles;
    if (!element || prefersReducedMotion()) return;
    if (element.getBoundingClientRect().top < window.innerHeight) return;
    element.classList.add(hidden);
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        element.classList.replace(hidden, shown);
      },
      // `threshold` of an element taller than the window may never be in view at once.
      { threshold: Math.min(threshold, (window.innerHeight * 0.5) / Math.max(1, element.offsetHeight)) },
    );
    observer.observe(element);
    const showAtOnce = () => element.classList.replace(hidden, shown);
    element.addEventListener("focusin", showAtOnce);
    return () => {
      observer.disconnect();
      element.removeEventListener("focusin", showAtOnce);
      element.classList.remove(hidden, shown);
    };
  }, [threshold]);
  return (
    <Tag
      {...rest}
      ref={(element: HTMLElement | null) => void (ref.current = element)}
      className={cx(className)}
    >
      {children}
    </Tag>
  );
}
