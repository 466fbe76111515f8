import { TextField } from "@aws-amplify/ui-react";
import { useId } from "react";
import { useValueAtTime } from "../../../catalog/use-event-times.ts";
import { Notice } from "../../../ui/notice.tsx";
import { UsStateInput } from "../../../ui/us-state-input.tsx";
import type { DraftProps } from "./basics.tsx";
import type { EventDraft, TimeField, VenueField } from "./event-draft.ts";
import { pastEventWarning, whichRepeatedTime } from "./event-draft.ts";
import styles from "./product-form.module.css";

/** The zones that the field suggests. Any IANA name can be typed. */
const timeZones: readonly string[] = Intl.supportedValuesOf("timeZone");

const shownTwiceText = (repeatedTime: "earlier" | "later") =>
  `The clocks show this time twice on that day: the ${repeatedTime} one is meant.`;

export function EventEditor({ draft: { event, name }, problems, onChange }: DraftProps) {
  const zonesId = useId();
  const warning = useValueAtTime(true, (nowMs) => pastEventWarning(event, nowMs) ?? "");
  const changeEvent = (change: Partial<EventDraft>) => onChange({ event: { ...event, ...change } });
  const field = (path: string, value: string, toChange: (value: string) => Partial<EventDraft>) => ({
    name: `event.${path}`,
    value,
    hasError: problems[`event.${path}`] !== undefined,
    errorMessage: problems[`event.${path}`],
    onChange: ({ target }: { target: { value: string } }) => changeEvent(toChange(target.value)),
  });
  const timeField = (path: TimeField, hint?: string) => {
    const repeatedTime = whichRepeatedTime(event, path);
    return {
      ...field(path, event[path], (value) => ({ [path]: value })),
      type: "datetime-local" as const,
      descriptiveText: repeatedTime ? shownTwiceText(repeatedTime) : hint,
    };
  };
  const venueField = (path: VenueField) =>
    field(`venue.${path}`, event.venue[path], (value) => ({ venue: { ...event.venue, [path]: value } }));
  return (
    <section className={`card ${styles.card}`} aria-labelledby="event-heading">
      <h3 id="event-heading" className={styles.heading}>
        Event
      </h3>
      <p className={styles.hint}>
        Times are what the clocks at the venue show. The stock is the capacity. After its end the event leaves
        the store by itself.
      </p>
      <TextField
        {...field("title", event.title, (title) => ({ title }))}
        label="Title of the event"
        descriptiveText="If it is not the name of the product."
        placeholder={name}
        maxLength={120}
      />
      <div className={styles.pair}>
        <TextField {...timeField("startsAt")} label="Starts" isRequired />
        <TextField {...timeField("endsAt")} label="Ends" isRequired />
      </div>
      <div className={styles.pair}>
        <TextField {...timeField("doorsAt", "May be empty.")} label="Doors open" />
        <TextField {...timeField("salesEndAt", "If empty, at the start.")} label="Sales end" />
      </div>
      <div role="status" className={styles.warning}>
        {warning && <Notice tone="warn" title={warning} />}
      </div>
      <TextField
        {...field("timeZone", event.timeZone, (timeZone) => ({ timeZone }))}
        label="Time zone"
        isRequired
        list={zonesId}
        maxLength={60}
      />
      <datalist id={zonesId}>
        {timeZones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <TextField {...venueField("name")} label="Venue" isRequired maxLength={120} />
      <TextField {...venueField("street")} label="Street address" isRequired maxLength={200} />
      <div className={styles.trio}>
        <TextField {...venueField("city")} label="City" isRequired maxLength={100} />
        <UsStateInput
          name="event.venue.state"
          label="State"
          value={event.venue.state}
          error={problems["event.venue.state"]}
          onChange={(state) => changeEvent({ venue: { ...event.venue, state } })}
          input={{ className: "amplify-input", placeholder: "Choose or type", autoComplete: "off" }}
          className={styles.usState}
        />
        <TextField {...venueField("zip")} label="ZIP code" inputMode="numeric" isRequired maxLength={10} />
      </div>
    </section>
  );
}
