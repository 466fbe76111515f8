import type { RefObject } from "react";
import { useEffect, useState } from "react";

/** ms that a frame has to show a sign of life. */
export const ANSWER_TIME = 3000;

export type Answer = "waiting" | "answered" | "silent";

/**
 * Whether what is loaded into a frame at this attempt is there. A frame's load event tells nothing, because browsers
 * fire it for their own error pages too; a message from the frame's window and origin can come from the provider only.
 * A late one still counts.
 */
export function useAnswer(frame: RefObject<HTMLIFrameElement | null>, src: string, attempt: number): Answer {
  const [heard, setHeard] = useState<{ attempt: number; answer: Answer }>({ attempt, answer: "waiting" });
  useEffect(() => {
    const { origin } = new URL(src);
    const listen = (event: MessageEvent) => {
      if (event.origin === origin && event.source === frame.current?.contentWindow)
        setHeard({ attempt, answer: "answered" });
    };
    const timer = setTimeout(
      () =>
        setHeard((now) =>
          now.attempt === attempt && now.answer === "answered" ? now : { attempt, answer: "silent" },
        ),
      ANSWER_TIME,
    );
    window.addEventListener("message", listen);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("message", listen);
    };
  }, [frame, src, attempt]);
  return heard.attempt === attempt ? heard.answer : "waiting";
}
