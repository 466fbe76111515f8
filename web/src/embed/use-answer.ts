import type { RefObject } from "react";
import { useEffect, useState } from "react";

/** ms that a frame has to show a sign of life. */
export const ANSWER_TIME = 3000;

export type Answer = "waiting" | "answered" | "silent";

/**
 * Whether what was loaded into a frame is there. A frame's load event tells nothing, because browsers fire it for
 * their own error pages too; a message from the frame's window and origin can come from the provider only. A late one
 * still counts.
 */
export function useAnswer(frame: RefObject<HTMLIFrameElement | null>, src: string): Answer {
  const [answer, setAnswer] = useState<Answer>("waiting");
  useEffect(() => {
    const { origin } = new URL(src);
    const heard = (event: MessageEvent) => {
      if (event.origin === origin && event.source === frame.current?.contentWindow) setAnswer("answered");
    };
    const timer = setTimeout(() => setAnswer((now) => (now === "waiting" ? "silent" : now)), ANSWER_TIME);
    window.addEventListener("message", heard);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("message", heard);
    };
  }, [frame, src]);
  return answer;
}
