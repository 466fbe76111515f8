import { useRef, useState } from "react";
import * as z from "zod/mini";
import { ordersApi } from "../../../../shared/api-orders.ts";
import { CODE_MINUTES, type OrderLink } from "../../../../shared/order-link.ts";
import { call } from "../../api.ts";
import { Input } from "../../ui/controls.tsx";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import styles from "./order.module.css";
import { RequestForm } from "./request-form.tsx";
import { confirmCode } from "./use-order.ts";
import { useRequest } from "../../ui/use-request.ts";

const Code = z.object({
  code: z.string().check(
    z.overwrite((text) => text.replaceAll(/\s/g, "")),
    z.regex(/^\d{6}$/, "Enter the six digits from the email"),
  ),
});

function RequestCode({ link, onSent }: { link: OrderLink; onSent: () => void }) {
  const { orderId, token } = link;
  const request = useRequest(z.object({}), {}, async () => {
    await call(ordersApi.requestOrderCode, { body: { orderId, token } });
    onSent();
  });
  return (
    <RequestForm request={request} submitLabel="Email Me a Code">
      <p className={styles.help}>
        Your tickets, the address, the tracking number, and what you can change are shown after you confirm
        your email address. We mail a code to the address of this order.
      </p>
    </RequestForm>
  );
}

function EnterCode({
  link,
  onConfirmed,
  onNewCode,
}: {
  link: OrderLink;
  onConfirmed: () => Promise<void>;
  onNewCode: () => void;
}) {
  const request = useRequest(Code, { code: "" }, async ({ code }) => {
    await confirmCode(link, code);
    await onConfirmed();
  });
  return (
    <RequestForm request={request} submitLabel="Confirm" onCancel={onNewCode} cancelLabel="New Code">
      <Field
        name="code"
        label="Code from the email"
        hint={`Six digits, valid for ${CODE_MINUTES} minutes. Look into the spam folder too.`}
        error={request.problem.fields["code"]}
        required
      >
        <Input
          ref={(input) => input?.focus()}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          {...request.control("code")}
        />
      </Field>
    </RequestForm>
  );
}

type ConfirmEmailProps = {
  link: OrderLink;
  /** Why the code in the link was not accepted. */
  note: string | undefined;
  onConfirmed: () => Promise<void>;
};

/** Confirms the order's email address by a code that the shop mails to this address. */
export function ConfirmEmail({ link, note, onConfirmed }: ConfirmEmailProps) {
  const [isSent, setSent] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const showRequest = () => {
    // The focused button is removed, so the heading gets the focus.
    heading.current?.focus();
    setSent(false);
  };
  return (
    <section aria-labelledby="confirm-email" className={`card ${styles.panel}`}>
      <h2 ref={heading} id="confirm-email" tabIndex={-1} className={styles.heading}>
        Confirm your email address
      </h2>
      {note !== undefined && !isSent && <Notice tone="warn">{note}</Notice>}
      {isSent ? (
        <EnterCode link={link} onConfirmed={onConfirmed} onNewCode={showRequest} />
      ) : (
        <RequestCode link={link} onSent={() => setSent(true)} />
      )}
    </section>
  );
}
