import { useState } from "react";
import { publicApi } from "../../../../shared/api-public.ts";
import { messages } from "../../../../shared/messages.ts";
import type { Receipt } from "../../../../shared/order.ts";
import { ApiError } from "../../api-error.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { notify } from "../../ui/notify.ts";
import styles from "./receipt-actions.module.css";
import { printReceipt, saveReceipt } from "./receipt-file.ts";

/** What to say when the receipt could not be mailed. */
function refusal(error: unknown): string {
  if (!(error instanceof ApiError)) return messages.receiptFailed;
  if (error.status === 409 && error.message === messages.receiptAlreadySent) return error.message;
  return error.status === 404 ? messages.receiptDetailsMissing : messages.receiptFailed;
}

/** Mails the receipt to the order's own address; once it went out, not again from this page view. */
function useEmailReceipt(sessionId: string) {
  const [state, setState] = useState<"idle" | "sending" | "sent">("idle");
  const send = async () => {
    if (state === "sent") return notify.info(messages.receiptAlreadySent, { id: "receipt" });
    if (state === "sending") return undefined;
    setState("sending");
    try {
      await call(publicApi.emailReceipt, { body: { sessionId } });
      setState("sent");
      return notify.success(messages.receiptSent, { id: "receipt" });
    } catch (error) {
      setState("idle");
      return notify.error(refusal(error), { id: "receipt" });
    }
  };
  return { state, send };
}

/** Does `work` with the receipt, or says that there is none to work with. */
function withContent(receipt: Receipt, work: (receipt: Receipt) => void): void {
  try {
    work(receipt);
  } catch (error) {
    console.error(error);
    notify.error(messages.receiptContentMissing, { id: "receipt" });
  }
}

/** Print, save and mail. */
export function ReceiptActions({ receipt, sessionId }: { receipt: Receipt; sessionId: string }) {
  const { state, send } = useEmailReceipt(sessionId);
  return (
    <div className={styles.actions}>
      <Button variant="secondary" icon="print" onClick={() => withContent(receipt, printReceipt)}>
        Print Receipt
      </Button>
      <Button variant="secondary" icon="download" onClick={() => withContent(receipt, saveReceipt)}>
        Save Receipt
      </Button>
      <Button
        variant="secondary"
        icon={state === "sent" ? "check" : "mail"}
        loading={state === "sending"}
        onClick={() => void send()}
      >
        Email Receipt
      </Button>
    </div>
  );
}
