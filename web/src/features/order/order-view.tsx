import { useEffect, useRef, useState } from "react";
import type { OrderLink } from "../../../../shared/order-link.ts";
import type { OrderPage } from "../../../../shared/order-page.ts";
import { orderPageMessages } from "../../../../shared/order-page-messages.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { TeamEmail } from "../../ui/team-email.tsx";
import { ConfirmEmail } from "./confirm-email.tsx";
import { OrderActions } from "./order-actions.tsx";
import { OrderContents } from "./order-contents.tsx";
import { OrderRequests } from "./order-requests.tsx";
import { OrderSteps } from "./order-steps.tsx";
import { OrderTickets, PickUpCode } from "./order-tickets.tsx";
import { headlineOf } from "./order-text.ts";
import styles from "./order.module.css";

const UNCONFIRMED_TEXT = `${orderPageMessages.notConfirmed} What you typed stays in the form.`;

type OrderViewProps = {
  link: OrderLink;
  page: OrderPage;
  /** Why the code in the link was not accepted. */
  note: string | undefined;
  onChange: (page: OrderPage) => void;
  /** Reads the order and shows it. Throws `ApiError` if it cannot be read. */
  readAgain: () => Promise<void>;
};

export function OrderView({ link, page, note, onChange, readAgain }: OrderViewProps) {
  const { receipt, isConfirmed, tickets, pickUpCode, requests } = page;
  // An object, so that the same text is shown and focused again after the next action.
  const [actionResult, setActionResult] = useState<{ text: string; tone: "ok" | "warn" }>();
  const notice = useRef<HTMLDivElement>(null);
  // In an effect, which runs after the closing dialog has moved the focus back to the button that opened it.
  useEffect(() => {
    if (actionResult) notice.current?.focus();
  }, [actionResult]);
  return (
    <>
      <PageTitle eyebrow={`Order ${receipt.orderNumber}`} lead={headlineOf(page).lead}>
        {headlineOf(page).title}
      </PageTitle>
      <div className={styles.columns}>
        <div className={styles.main}>
          {actionResult && (
            <Notice tone={actionResult.tone} ref={notice}>
              {actionResult.text}
            </Notice>
          )}
          {!isConfirmed && (
            <ConfirmEmail
              link={link}
              note={note}
              onConfirmed={async () => {
                await readAgain();
                setActionResult({ text: "Your email address is confirmed.", tone: "ok" });
              }}
            />
          )}
          <OrderSteps page={page} />
          {tickets && tickets.length > 0 && <OrderTickets tickets={tickets} />}
          {pickUpCode !== undefined && <PickUpCode code={pickUpCode} />}
          {requests.length > 0 && <OrderRequests requests={requests} />}
          <OrderContents page={page} />
        </div>
        <aside className={styles.side} aria-label="What you can do">
          <OrderActions
            link={link}
            page={page}
            onDone={(changedPage, text) => {
              onChange(changedPage);
              setActionResult({ text, tone: "ok" });
            }}
            onUnconfirmed={() => {
              // The forms stay, with what was typed, until the address is confirmed again.
              onChange({ ...page, isConfirmed: false });
              setActionResult({ text: UNCONFIRMED_TEXT, tone: "warn" });
            }}
            readAgain={readAgain}
          />
          <p className={styles.help}>
            Questions? Reply to one of our emails, or write to <TeamEmail />.
          </p>
        </aside>
      </div>
    </>
  );
}
