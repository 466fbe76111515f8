import { useEffect } from "react";
import { useNavigate } from "./hooks.ts";
import type { To } from "./location.ts";

export function Redirect({ to, state }: { to: To; state?: unknown }) {
  const navigate = useNavigate();
  // As JSON, because `to` and `state` may be new objects at each render.
  const target = JSON.stringify([to, state]);
  useEffect(() => {
    const [path, entryState] = JSON.parse(target) as [To, unknown];
    void navigate(path, { replace: true, state: entryState });
  }, [navigate, target]);
  return null;
}
