import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { errorText } from "./admin-messages.ts";
import styles from "./load-state.module.css";

type LoadStateProps = {
  /** What is loaded: 'events'. */
  what: string;
  hasData: boolean;
  error: Error | undefined;
  retry: () => void;
  children: ReactNode;
};

/** Shows `children`, with a warning if the last call failed. Without data, shows the error, or a spinner while loading. */
export function LoadState({ what, hasData, error, retry, children }: LoadStateProps) {
  const retryButton = (
    <Button icon="refresh" onClick={retry}>
      Try again
    </Button>
  );
  if (!hasData && !error) return <Spinner large label={`Loading ${what}...`} />;
  if (!hasData)
    return (
      <EmptyState icon="alert" title={`Error fetching ${what}`} actions={retryButton}>
        {errorText(error)}
      </EmptyState>
    );
  return (
    <>
      {error && (
        <Notice
          tone="warn"
          role="alert"
          title={`The ${what} may be out of date.`}
          actions={retryButton}
          className={styles.stale}
        >
          {errorText(error)}
        </Notice>
      )}
      {children}
    </>
  );
}
