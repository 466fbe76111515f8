import { formatCustomerTime } from "../../../../shared/zoned-time.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TeamEmail } from "../../ui/team-email.tsx";
import type { TicketsState } from "./use-tickets.ts";

const ticketsText = (count: number): string => (count === 1 ? "One ticket" : `${count} tickets`);

function UnknownCodes({ count }: { count: number }) {
  return (
    <Notice tone="warn" title={count === 1 ? "This code is not known" : `${count} codes are not known`}>
      <p>
        The link may be cut off. Open it from the email again, or write to <TeamEmail />.
      </p>
    </Notice>
  );
}

/** Says how many tickets are missing, and when the shown tickets were last updated. */
export function TicketsStatus({ state, onTryAgain }: { state: TicketsState; onTryAgain: () => void }) {
  const { status, error, missingCount, seenAt } = state;
  if (status === "current") return missingCount > 0 ? <UnknownCodes count={missingCount} /> : null;
  if (!error) return null;
  const isOffline = error === "no-network";
  const isLoading = status === "loading";
  return (
    <Notice
      tone={seenAt === undefined ? "danger" : "info"}
      role="status"
      title={isOffline ? "No network" : "The tickets could not be loaded"}
      actions={
        <Button
          variant="secondary"
          icon="refresh"
          loading={isLoading}
          loadingText="Trying..."
          onClick={onTryAgain}
        >
          Try Again
        </Button>
      }
    >
      {seenAt === undefined ? (
        <p>
          Your tickets are in the email too. {isOffline ? "They appear here as soon as you are online." : ""}
        </p>
      ) : (
        <p>
          You see your tickets as of {formatCustomerTime(new Date(seenAt).toISOString())}. The door accepts
          the code without a network.
          {missingCount > 0 && ` ${ticketsText(missingCount)} can be shown only with a network.`}
        </p>
      )}
    </Notice>
  );
}
