import { TextField } from "@aws-amplify/ui-react";
import { useRef, useState, type FormEvent } from "react";
import * as z from "zod/mini";
import { staffApi } from "../../../../../shared/api-tickets.ts";
import { fieldErrors } from "../../../../../shared/errors.ts";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { Button } from "../../../ui/button.tsx";
import { adminCall } from "../auth/admin-call.ts";
import { Disclosure } from "../disclosure.tsx";
import { toast } from "../toast.ts";
import styles from "./door-staff.module.css";
import { LoadState } from "../load-state.tsx";
import { STAFF_HEADING_ID, StaffRow } from "./staff-row.tsx";
import { useStaff, useTicketAction } from "./use-tickets.ts";

/** The door staff: the list of members, a form that invites a person, and the log of changes. */
export function DoorStaff() {
  const { data, error, retry } = useStaff();
  return (
    <section aria-labelledby={STAFF_HEADING_ID} className={styles.section}>
      <h3 id={STAFF_HEADING_ID} tabIndex={-1} className={styles.heading}>
        Door staff
      </h3>
      <p className={styles.hint}>
        They sign in at /door, see the guests of each event, let them in, and hand over orders that are picked
        up. They can do nothing else. Admins may use the door too.
      </p>
      <InviteForm />
      <LoadState what="door staff" hasData={data !== undefined} error={error} retry={retry}>
        {data?.staff.length === 0 && <p className={styles.hint}>Nobody has been invited yet.</p>}
        {data && data.staff.length > 0 && (
          <ul className={`card ${styles.list}`}>
            {data.staff.map((member) => (
              <StaffRow key={member.email} member={member} />
            ))}
          </ul>
        )}
        {data && data.changes.length > 0 && (
          <Disclosure label="Log of changes" className={styles.log}>
            <ul>
              {data.changes.map(({ at, by, email, what }) => (
                <li key={`${at} ${email} ${what}`}>
                  <time dateTime={at}>{formatShopTime(at)}</time>: {by} {what} {email}
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </LoadState>
    </section>
  );
}

function InviteForm() {
  const [email, setEmail] = useState("");
  const [error, setError] = useState<string>();
  const inputRef = useRef<HTMLInputElement>(null);
  const inviteMutation = useTicketAction(
    (address: string) => adminCall(staffApi.inviteStaff, { body: { email: address } }),
    (member) => {
      toast.success(
        member.state === "invited"
          ? `An invitation is on its way to ${member.email}`
          : `${member.email} has an account, and may use the door now`,
      );
      setEmail("");
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (inviteMutation.isPending) return;
    const parsed = z.safeParse(staffApi.inviteStaff.body, { email });
    setError(parsed.success ? undefined : fieldErrors(parsed.error)["email"]);
    if (parsed.success) inviteMutation.mutate(parsed.data.email);
    else inputRef.current?.focus();
  };
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <TextField
        ref={inputRef}
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        value={email}
        hasError={error !== undefined}
        errorMessage={error}
        onChange={({ target }) => {
          setEmail(target.value);
          setError(undefined);
        }}
        className={styles.email ?? ""}
      />
      <Button type="submit" icon="mail" loading={inviteMutation.isPending} loadingText="Inviting...">
        Invite
      </Button>
    </form>
  );
}
