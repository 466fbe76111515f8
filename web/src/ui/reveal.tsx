import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { cx } from "./class-names.ts";
import styles from "./reveal.module.css";
import { prefersReducedMotion } from "./use-reduced-motion.ts";

type RevealProps = {
  children: ReactNode;
  as?: "div" | "section" | "footer" | "li";
  /** Which part must be in view, 0 to 1. */
  threshold?: number;
  className?: string | undefined;
  "aria-labelledby"?: string;
};

/**
 * Fades its content in when it is scrolled into view. What is in view from the start, and everything without
 * script or with reduced motion, is simply there.
 */
export function Reveal({ children, as: Tag = "div", threshold = 0.1, className, ...rest }: RevealProps) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = ref.current;
    const { waiting = "", shown = "" } = styles;
    if (!element || prefersReducedMotion()) return;
    if (element.getBoundingClientRect().top < window.innerHeight) return;
    element.classList.add(waiting);
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        element.classList.replace(waiting, shown);
      },
      // Of something taller than the window, `threshold` of it may never be in view.
      { threshold: Math.min(threshold, (window.innerHeight * 0.5) / Math.max(1, element.offsetHeight)) },
    );
    observer.observe(element);
    const focused = () => element.classList.replace(waiting, shown);
    element.addEventListener("focusin", focused);
    return () => {
      observer.disconnect();
      element.removeEventListener("focusin", focused);
      element.classList.remove(waiting, shown);
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
