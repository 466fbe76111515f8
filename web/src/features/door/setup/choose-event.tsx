import type { FormEvent } from "react";
import { useCallback, useEffect, useState } from "react";
import type { DoorEventRow } from "../../../../../shared/api-tickets.ts";
import { eventLine } from "../../../../../shared/event-text.ts";
import { messages } from "../../../../../shared/messages.ts";
import { ApiError } from "../../../api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Input } from "../../../ui/controls.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Field } from "../../../ui/field.tsx";
import { notify } from "../../../ui/notify.ts";
import { useHeadingFocus } from "../../../ui/use-heading-focus.ts";
import { signOut } from "../../admin/auth/cognito.ts";
import { waitingText } from "../waiting-text.ts";
import { useStore } from "../../../store.ts";
import { doorNameError, readDevice, storeDoorName } from "../device.ts";
import { isAccountRefused } from "../list/connection.ts";
import { doorServer } from "../list/door-call.ts";
import { DoorLoading } from "../door-loading.tsx";
import type { Door } from "../list/door.ts";
import styles from "./set-up.module.css";

const messageOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) return messages.internal;
  return isAccountRefused(error)
    ? "This account does not belong to the people at the door. An admin can invite you in the back office."
    : error.message;
};

type ChooseEventProps = { door: Door; onOpened: () => void; onSignedOut: () => void };

/** The form in which door staff choose the event and name the door. */
export function ChooseEvent({ door, onOpened, onSignedOut }: ChooseEventProps) {
  const [events, setEvents] = useState<DoorEventRow[]>();
  const [failureText, setFailureText] = useState<string>();
  const [chosenId, setChosenId] = useState<string>();
  const [doorName, setDoorName] = useState(() => readDevice().door);
  const [nameError, setNameError] = useState<string>();
  const [isOpening, setIsOpening] = useState(false);
  const { queuedCount } = useStore(door.store);
  const headingRef = useHeadingFocus(events);
  const loadEvents = useCallback(
    () =>
      doorServer.listEvents().then(
        ({ events: loadedEvents }) => {
          setEvents(loadedEvents);
          // The server sorts the events by start, so the earliest is chosen at first.
          setChosenId((currentId) => currentId ?? loadedEvents[0]?.productId);
        },
        (cause: unknown) => {
          if (cause instanceof ApiError && cause.status === 401) onSignedOut();
          else setFailureText(messageOf(cause));
        },
      ),
    [onSignedOut],
  );
  useEffect(() => void loadEvents(), [loadEvents]);
  const retry = () => {
    setFailureText(undefined);
    void loadEvents();
  };
  const endSession = () => void signOut().then(onSignedOut, () => notify.error(messages.internal));
  const signOutButton = (
    <Button variant="ghost" icon="logout" onClick={endSession}>
      Sign out
    </Button>
  );
  if (failureText !== undefined)
    return (
      <EmptyState
        icon="alert"
        title="The events could not be loaded."
        actions={
          <>
            <Button icon="refresh" onClick={retry}>
              Try again
            </Button>
            {signOutButton}
          </>
        }
      >
        {failureText}
      </EmptyState>
    );
  if (!events) return <DoorLoading label="Loading the events..." />;
  if (events.length === 0)
    return (
      <EmptyState icon="calendar" title="There is no event." actions={signOutButton}>
        An event appears here once its ticket is in the store, until a day after its end.
      </EmptyState>
    );

  const openChosenEvent = async (formEvent: FormEvent) => {
    formEvent.preventDefault();
    const event = events.find(({ productId }) => productId === chosenId);
    if (!event || isOpening) return;
    const newNameError = doorNameError(doorName);
    if (newNameError !== undefined) return setNameError(newNameError);
    storeDoorName(doorName.trim());
    setIsOpening(true);
    try {
      await door.open(event);
      onOpened();
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 401) return onSignedOut();
      setIsOpening(false);
      notify.error(messageOf(cause), { position: "top-center" });
    }
  };
  return (
    <form onSubmit={(formEvent) => void openChosenEvent(formEvent)} className={styles.form} noValidate>
      <h1 ref={headingRef} tabIndex={-1} className={styles.title}>
        Which event?
      </h1>
      <fieldset className={styles.events}>
        <legend className={styles.legend}>Events</legend>
        {events.map((row) => (
          <label key={row.productId} className={styles.event}>
            <input
              type="radio"
              name="event"
              value={row.productId}
              checked={row.productId === chosenId}
              onChange={() => setChosenId(row.productId)}
            />
            <span>
              <strong>{row.event.title ?? row.name}</strong>
              <span className={styles.when}>{eventLine(row.event)}</span>
              <span className={styles.count}>
                {row.tickets} {row.tickets === 1 ? "ticket" : "tickets"}, {row.checkedIn} in
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <Field
        label="Name of this door"
        hint="Each device has its own: Front door, Back door. Other doors see it at each guest."
        error={nameError}
      >
        <Input
          value={doorName}
          maxLength={60}
          autoComplete="off"
          onChange={({ target }) => {
            setDoorName(target.value);
            setNameError(undefined);
          }}
        />
      </Field>
      {queuedCount > 0 && <p>{waitingText(queuedCount)}</p>}
      <div className={styles.actions}>
        <Button type="submit" wide size="large" loading={isOpening} loadingText="Loading the list...">
          Load the list
        </Button>
        {signOutButton}
      </div>
    </form>
  );
}
