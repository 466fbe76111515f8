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
  const [state, setState] = useState<"idle" | "sending" | "sent">("idle");
  const send = async () => {
    if (state === "sent") return notify.info(paymentMessages.receiptAlreadySent, { id: "receipt" });
    if (state === "sending") return undefined;
    setState("sending");
    try {
      await withPublicApi((api) => call(api.emailReceipt, { body: { sessionId } }));
      setState("sent");
      return notify.success(paymentMessages.receiptSent, { id: "receipt" });
    } catch (error) {
      setState("idle");
      return notify.error(failureText(error), { id: "receipt" });
    }
  };
  return { state, send };
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
  const { state, send } = useEmailReceipt(sessionId);
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
        icon={state === "sent" ? "check" : "mail"}
        loading={state === "sending"}
        onClick={() => void send()}
      >
        Email Receipt
      </Button>
    </div>
  );
}
