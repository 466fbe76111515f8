import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { errorText } from "./admin-messages.ts";
import { Heading } from "./heading.tsx";
import { LoadFailure } from "./load-failure.tsx";
import styles from "./load-state.module.css";

type LoadStateProps = {
  /** What is loaded: 'events'. */
  what: string;
  /** The heading of the tab, shown above the spinner and the error. `children` have their own heading. */
  heading?: string | undefined;
  hasData: boolean;
  error: Error | undefined;
  retry: () => void;
  children: ReactNode;
};

/** Shows `children`, with a warning if the last call failed. Without data, shows the error, or a spinner while loading. */
export function LoadState({ what, heading, hasData, error, retry, children }: LoadStateProps) {
  if (!hasData)
    return (
      <>
        {heading !== undefined && <Heading>{heading}</Heading>}
        {error ? (
          <LoadFailure title={`Error fetching ${what}`} onRetry={retry}>
            {errorText(error)}
          </LoadFailure>
        ) : (
          <Spinner large label={`Loading ${what}...`} />
        )}
      </>
    );
  return (
    <>
      {error && (
        <Notice
          tone="warn"
          role="alert"
          title={`The ${what} may be out of date.`}
          actions={
            <Button icon="refresh" onClick={retry}>
              Try again
            </Button>
          }
          className={styles.outdated}
        >
          {errorText(error)}
        </Notice>
      )}
      {children}
    </>
  );
}
