import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

type LoadFailureProps = {
  title: string;
  onRetry: () => void;
  /** The reason, or advice. */
  children?: ReactNode;
};

/** Shown instead of data or code that could not be loaded, with a button that tries again. */
export function LoadFailure({ title, onRetry, children }: LoadFailureProps) {
  return (
    <EmptyState
      icon="alert"
      title={title}
      actions={
        <Button icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
