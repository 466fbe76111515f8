import { TextAreaField } from "@aws-amplify/ui-react";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useId } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { CustomerRequest } from "../../../../../shared/customer-request.ts";
import { MAX_MESSAGE_LENGTH, REQUEST_LABEL } from "../../../../../shared/customer-request.ts";
import type { Order } from "../../../../../shared/order.ts";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { adminMessages, fieldErrorText } from "../admin-messages.ts";
import { adminCall } from "../auth/admin-call.ts";
import { mustReread } from "../orders/change-order.ts";
import { rereadOrder, writeOrder } from "../orders/order-queries.ts";
import { toast } from "../toast.ts";
import styles from "./customer-requests.module.css";
import { DetailsSection } from "./details-section.tsx";
import { authorText } from "./order-text.ts";
import { useDraft } from "./use-draft.ts";
import { useOwnIdentifiers } from "./use-own-identifiers.ts";

const STATE_BADGES = {
  open: { label: "Open", tone: "warn", icon: "clock" },
  accepted: { label: "Done", tone: "ok", icon: "check" },
  declined: { label: "Declined", tone: "neutral", icon: "close" },
  answered: { label: "Answered", tone: "ok", icon: "check" },
} as const satisfies Record<CustomerRequest["state"], object>;

type RequestProps = { order: Order; request: CustomerRequest };

type AnswerDraft = { text: string };
const createEmptyDraft = (): AnswerDraft => ({ text: "" });

/** The form that answers a request by mail. To accept a cancellation, the admin sets the order's status instead. */
function AnswerForm({ order, request }: RequestProps) {
  const { orderId } = order;
  const { requestId, kind } = request;
  const [{ text }, setDraft] = useDraft("answer", `${orderId} ${requestId}`, createEmptyDraft);
  const isCancellation = kind === "cancel";
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      adminCall(adminApi.answerRequest, { params: { id: orderId, requestId }, body: { text } }),
    onSuccess: (updatedOrder) => {
      writeOrder(updatedOrder);
      setDraft(createEmptyDraft);
      toast.success("Answer sent");
    },
    onError: (failure) => {
      console.error("The request could not be answered", failure);
      // The shop may have sent the answer although its response was lost.
      if (mustReread(failure)) void rereadOrder(orderId);
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && text.trim() !== "") mutate();
  };
  return (
    <form onSubmit={onSubmit} className={styles.form}>
      <TextAreaField
        label={isCancellation ? "Why it cannot be cancelled" : "Your answer"}
        descriptiveText={
          isCancellation
            ? "The customer gets this by email. To cancel the order, set its status to Cancelled instead."
            : "The customer gets this by email."
        }
        rows={3}
        maxLength={MAX_MESSAGE_LENGTH}
        value={text}
        hasError={error !== null}
        errorMessage={error && fieldErrorText(error, "text", adminMessages.answerFailed)}
        onChange={({ target }) => setDraft(() => ({ text: target.value }))}
      />
      <Button type="submit" variant="secondary" icon="send" loading={isPending} disabled={text.trim() === ""}>
        {isCancellation ? "Decline" : "Send answer"}
      </Button>
    </form>
  );
}

function RequestItem({ order, request }: RequestProps) {
  const { kind, state, at, text, answer } = request;
  const ownIdentifiers = useOwnIdentifiers();
  const titleId = useId();
  const { label, tone, icon } = STATE_BADGES[state];
  return (
    <li aria-labelledby={titleId} className={styles.request}>
      <div className={styles.head}>
        <p>
          <strong id={titleId}>{REQUEST_LABEL[kind]}</strong>{" "}
          <time dateTime={at} className={styles.small}>
            {formatShopTime(at)}
          </time>
        </p>
        <Badge tone={tone} icon={icon}>
          {label}
        </Badge>
      </div>
      {text !== "" && <p className={styles.text}>{text}</p>}
      {answer && (
        <div className={styles.answer}>
          <p className={styles.text}>{answer.text}</p>
          <p className={styles.small}>
            <time dateTime={answer.at}>{formatShopTime(answer.at)}</time>{" "}
            {authorText(answer.by, ownIdentifiers)}
          </p>
        </div>
      )}
      {state === "open" && <AnswerForm order={order} request={request} />}
    </li>
  );
}

/** The requests that the customer made on the order's page, the latest first. */
export function CustomerRequests({ order }: { order: Order }) {
  const { requests = [] } = order;
  return (
    <DetailsSection heading="Customer's requests">
      <ul className={styles.requests}>
        {requests.toReversed().map((request) => (
          <RequestItem key={request.requestId} order={order} request={request} />
        ))}
      </ul>
    </DetailsSection>
  );
}
