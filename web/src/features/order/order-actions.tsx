import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { type AddressFields, addressFieldsOf, ordersApi } from "../../../../shared/api-orders.ts";
import { Message, MAX_MESSAGE_LENGTH, OptionalMessage } from "../../../../shared/customer-request.ts";
import type { OrderLink } from "../../../../shared/order-link.ts";
import type { OrderPage } from "../../../../shared/order-page.ts";
import { SHOP_COUNTRY } from "../../../../shared/shop-country.ts";
import { ApiError, mayHaveSaved } from "../../api-error.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Input, Textarea } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { usePageHeadingFocusAfterClose } from "../../ui/page-heading-focus.ts";
import { useRequest, type Draft } from "../../ui/use-request.ts";
import styles from "./order.module.css";
import { RequestForm } from "./request-form.tsx";
import { accessOf } from "./use-order.ts";

type OrderAction = "cancel" | "address" | "problem";
/** `text`: what was done, for the customer. */
type OnDone = (page: OrderPage, text: string) => void;
/** Sends a change, and resolves with the changed order; undefined if the email address must first be confirmed again. */
type SendChange = (send: () => Promise<OrderPage>) => Promise<OrderPage | undefined>;
type ActionProps = {
  link: OrderLink;
  /** What was typed and sent before the dialog was closed. */
  keptDraft: { draft: Draft | undefined; keep: (draft: Draft) => void };
  page: OrderPage;
  sendChange: SendChange;
  onDone: OnDone;
  onClose: () => void;
};

const REQUEST_RECEIVED_TEXT = "We have your request, and answer it by email.";
const ADDRESS_CHANGED_TEXT = "The address is changed.";
const CANCELLED_TEXT = "Your order is cancelled.";
const MONEY_COMES_BACK_TEXT = "Your money is on its way back.";

/** `useRequest` for a change of the order. `doneText`: the text about the changed order, for the customer. */
const useOrderChange = <S extends z.ZodMiniType<object>, V extends Record<string, string>>(
  { link, keptDraft, sendChange, onDone }: ActionProps,
  schema: S,
  initial: V,
  send: (body: z.output<S> & { requestId: string } & ReturnType<typeof accessOf>) => Promise<OrderPage>,
  doneText: (changedPage: OrderPage) => string,
) =>
  useRequest(
    schema,
    initial,
    async (values, requestId) => {
      const changedPage = await sendChange(() => send({ ...values, ...accessOf(link), requestId }));
      if (changedPage) onDone(changedPage, doneText(changedPage));
    },
    keptDraft,
  );

function cancellationText({ receipt, steps }: OrderPage): string {
  if (!steps.some(({ step }) => step === "cancelled")) return REQUEST_RECEIVED_TEXT;
  return receipt.total > 0 ? `${CANCELLED_TEXT} ${MONEY_COMES_BACK_TEXT}` : CANCELLED_TEXT;
}

function CancelForm(props: ActionProps) {
  const { page, onClose } = props;
  const canCancelAtOnce = page.may.cancel === "do";
  const request = useOrderChange(
    props,
    z.object({ text: OptionalMessage }),
    { text: "" },
    (body) => call(ordersApi.cancelOwnOrder, { body }),
    cancellationText,
  );
  return (
    <RequestForm
      request={request}
      submitLabel={canCancelAtOnce ? "Cancel the Order" : "Ask to Cancel"}
      danger
      onCancel={onClose}
      cancelLabel="Keep the Order"
    >
      <p>
        {canCancelAtOnce
          ? "Your order is not packed yet. You get back everything that you paid, and this cannot be undone."
          : "Your order is not packed yet. We read your request, cancel the order if we can, and answer by email."}
      </p>
      <Field name="text" label="Why?" optional error={request.problem.fields["text"]}>
        <Textarea rows={3} maxLength={MAX_MESSAGE_LENGTH} {...request.control("text")} />
      </Field>
    </RequestForm>
  );
}

function ReportProblemForm(props: ActionProps) {
  const request = useOrderChange(
    props,
    z.object({ text: Message }),
    { text: "" },
    (body) => call(ordersApi.reportProblem, { body }),
    () => REQUEST_RECEIVED_TEXT,
  );
  return (
    <RequestForm request={request} submitLabel="Send" onCancel={props.onClose}>
      <Field
        name="text"
        label="What is wrong?"
        hint="We get your message together with the order."
        error={request.problem.fields["text"]}
        required
      >
        <Textarea rows={5} maxLength={MAX_MESSAGE_LENGTH} {...request.control("text")} />
      </Field>
    </RequestForm>
  );
}

const addressChangeText = ({ receipt }: OrderPage): string =>
  receipt.noDelivery ? ADDRESS_CHANGED_TEXT : `${ADDRESS_CHANGED_TEXT} We send your order there.`;

function AddressForm(props: ActionProps) {
  const {
    firstName = "",
    lastName = "",
    address = "",
    city = "",
    state = "",
    zipCode = "",
    country = SHOP_COUNTRY,
  } = props.page.shipTo ?? {};
  const request = useOrderChange(
    props,
    addressFieldsOf(country),
    { firstName, lastName, address, city, state, zipCode },
    (body) => call(ordersApi.changeAddress, { body }),
    addressChangeText,
  );
  const renderField = (name: keyof AddressFields, label: string, autoComplete: string) => (
    <Field name={name} label={label} error={request.problem.fields[name]} required>
      <Input type="text" autoComplete={autoComplete} {...request.control(name)} />
    </Field>
  );
  return (
    <RequestForm request={request} submitLabel="Change the Address" onCancel={props.onClose}>
      <div className={styles.pair}>
        {renderField("firstName", "First name", "shipping given-name")}
        {renderField("lastName", "Last name", "shipping family-name")}
      </div>
      {renderField("address", "Street address", "shipping street-address")}
      <div className={styles.pair}>
        {renderField("city", "City", "shipping address-level2")}
        {renderField(
          "zipCode",
          country === SHOP_COUNTRY ? "ZIP code" : "Postal code",
          "shipping postal-code",
        )}
      </div>
      {state !== "" && (
        <Field
          name="state"
          label={country === SHOP_COUNTRY ? "State" : "State or region"}
          hint="Shipping and tax depend on it, so it stays."
          error={request.problem.fields["state"]}
        >
          <Input type="text" {...request.control("state")} disabled />
        </Field>
      )}
    </RequestForm>
  );
}

const DIALOGS = {
  cancel: { title: "Cancel this order?", Form: CancelForm },
  address: { title: "Change the address", Form: AddressForm },
  problem: { title: "Something is wrong", Form: ReportProblemForm },
} as const;

type OrderActionsProps = Pick<ActionProps, "link" | "page" | "onDone"> & {
  /** Called after a change that the server refused because the confirmation of the email address has ended. */
  onUnconfirmed: () => void;
  readAgain: () => Promise<void>;
};

/** What the customer can do with the order now; nothing before the email address is confirmed. */
export function OrderActions({ link, page, onDone, onUnconfirmed, readAgain }: OrderActionsProps) {
  const [openAction, setOpenAction] = useState<OrderAction>();
  const [doneCount, setDoneCount] = useState(0);
  const [drafts] = useState(() => new Map<OrderAction, Draft>());
  // The form of the last action stays in the dialog while the dialog closes.
  const [lastAction, setLastAction] = useState<OrderAction>("problem");
  const formArea = useRef<HTMLDivElement>(null);
  // React runs the effects of `Dialog` first, so the dialog is already open. The browser alone would focus the dialog's close
  // button.
  useEffect(() => {
    if (openAction) formArea.current?.querySelector<HTMLElement>("input, textarea")?.focus();
  }, [openAction]);
  usePageHeadingFocusAfterClose(openAction !== undefined);
  const { cancel, changeAddress, write } = page.may;
  if (!cancel && !changeAddress && !write && !openAction) return null;
  const { title, Form } = DIALOGS[lastAction];
  const openHandler = (action: OrderAction) => () => {
    setLastAction(action);
    setOpenAction(action);
  };
  const close = () => setOpenAction(undefined);
  const sendChange: SendChange = async (send) => {
    try {
      return await send();
    } catch (error) {
      const status = error instanceof ApiError ? error.status : undefined;
      if (status === 403) {
        close();
        onUnconfirmed();
        return undefined;
      }
      const readOrder = () =>
        readAgain().catch((failure: unknown) => console.warn("The order could not be read", failure));
      // The order has changed since the page was read, perhaps by an earlier try of this request, whose answer was lost.
      if (status === 409) await readOrder();
      // The order may be changed although the answer was lost. The form does not wait, because the shop may be out of reach.
      if (mayHaveSaved(error)) void readOrder();
      throw error;
    }
  };
  return (
    <div className={`card ${styles.panel}`}>
      <h2 className={styles.heading}>Need a change?</h2>
      {changeAddress && (
        <Button variant="secondary" icon="map" onClick={openHandler("address")}>
          Change the Address
        </Button>
      )}
      {cancel && (
        <Button variant="secondary" icon="close" onClick={openHandler("cancel")}>
          {cancel === "do" ? "Cancel the Order" : "Ask to Cancel"}
        </Button>
      )}
      {write && (
        <Button variant="secondary" icon="mail" onClick={openHandler("problem")}>
          Something Is Wrong
        </Button>
      )}
      <Dialog open={openAction !== undefined} onClose={close} title={title} sheet>
        <div ref={formArea}>
          <Form
            // Each request that is done changes the key, so that the form starts anew when it is opened again.
            key={`${lastAction} ${doneCount}`}
            link={link}
            page={page}
            keptDraft={{
              draft: drafts.get(lastAction),
              keep: (draft) => void drafts.set(lastAction, draft),
            }}
            sendChange={sendChange}
            onClose={close}
            onDone={(changedPage, text) => {
              close();
              drafts.clear();
              setDoneCount((count) => count + 1);
              onDone(changedPage, text);
            }}
          />
        </div>
      </Dialog>
    </div>
  );
}
