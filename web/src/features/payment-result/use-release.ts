import { useEffect, useState } from "react";
import { releaseSession } from "../../purchase/release-session.ts";

/** Releases asked for by this page, each once, whoever renders it again. */
const asked = new Map<string, Promise<"released" | "paid">>();

/** Gives back what the payment page of `sessionId` held. Should that fail, the hold ends by itself half an hour later. */
export function useRelease(sessionId: string | undefined): "released" | "paid" | undefined {
  const [outcome, setOutcome] = useState<"released" | "paid">();
  useEffect(() => {
    if (!sessionId) return;
    let gone = false;
    const release = asked.get(sessionId) ?? releaseSession(sessionId);
    asked.set(sessionId, release);
    release.then(
      (known) => !gone && setOutcome(known),
      (error: unknown) => {
        asked.delete(sessionId);
        console.warn("The payment page could not be released; it ends by itself", error);
      },
    );
    return () => {
      gone = true;
    };
  }, [sessionId]);
  return outcome;
}
