import { useState } from "react";
import type { Receipt } from "../../../../../shared/receipt-data.ts";
import { paymentMessages } from "../../../../../shared/payment-messages.ts";
import { ApiError } from "../../../api-error.ts";
import { call } from "../../../api.ts";
import { printReceipt, saveReceipt } from "../../../receipt-file.ts";
import { Button } from "../../../ui/button.tsx";
import { notify } from "../../../ui/notify.ts";
import { withPublicApi } from "../with-public-api.ts";
import styles from "./receipt.module.css";

function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return paymentMessages.receiptFailed;
  if (error.reason === "receipt_already_sent") return error.message;
  return error.status === 404 ? paymentMessages.receiptDetailsMissing : paymentMessages.receiptFailed;
}

/** Mails the receipt to the order's email address, at most once per visit of the page. */
function useEmailReceipt(sessionId: string) {
  const [status, setStatus] = useState<"idle" | "sending" | "sent">("idle");
  const send = async () => {
    if (status === "sent") return notify.info(paymentMessages.receiptAlreadySent, { id: "receipt" });
    if (status === "sending") return undefined;
    setStatus("sending");
    try {
      await withPublicApi((api) => call(api.emailReceipt, { body: { sessionId } }));
      setStatus("sent");
      return notify.success(paymentMessages.receiptSent, { id: "receipt" });
    } catch (error) {
      setStatus("idle");
      return notify.error(failureText(error), { id: "receipt" });
    }
  };
  return { status, send };
}

function tryAction(receipt: Receipt, action: (receipt: Receipt) => void): void {
  try {
    action(receipt);
  } catch (error) {
    console.error(error);
    notify.error(paymentMessages.receiptContentMissing, { id: "receipt" });
  }
}

export function ReceiptActions({ receipt, sessionId }: { receipt: Receipt; sessionId: string }) {
  const { status, send } = useEmailReceipt(sessionId);
  return (
    <div className={styles.actions}>
      <Button variant="secondary" icon="print" onClick={() => tryAction(receipt, printReceipt)}>
        Print Receipt
      </Button>
      <Button variant="secondary" icon="download" onClick={() => tryAction(receipt, saveReceipt)}>
        Save Receipt
      </Button>
      <Button
        variant="secondary"
        icon={status === "sent" ? "check" : "mail"}
        loading={status === "sending"}
        onClick={() => void send()}
      >
        Email Receipt
      </Button>
    </div>
  );
}
