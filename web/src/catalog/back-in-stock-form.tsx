import type { FormEvent } from "react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import * as z from "zod/mini";
import { backInStockApi, StockRequest } from "../../../shared/api-back-in-stock.ts";
import { CONFIRM_HOURS, UNCONFIRMED_DELETION } from "../../../shared/back-in-stock.ts";
import { fieldErrors } from "../../../shared/errors.ts";
import { messages } from "../../../shared/messages.ts";
import type { Product } from "../../../shared/product.ts";
import { variantLabel } from "../../../shared/product.ts";
import { ApiError } from "../api-error.ts";
import { call } from "../api.ts";
import { paths } from "../paths.ts";
import { Link } from "../router/link.tsx";
import { Button } from "../ui/button.tsx";
import { Input, Select } from "../ui/controls.tsx";
import { Field } from "../ui/field.tsx";
import { focusOnMount, Notice } from "../ui/notice.tsx";
import styles from "./back-in-stock.module.css";

const soldOutVariants = ({ variants = [] }: Product) => variants.filter(({ stock }) => stock < 1);

function choiceLabel(variants: ReturnType<typeof soldOutVariants>): string {
  if (variants.every(({ color }) => !color)) return "Size";
  return variants.every(({ size }) => !size) ? "Color" : "Size and color";
}

/** The typed address, which stays when the dialog of a product is closed, and for the next product. */
let typedEmail = "";

/** `variantId`: the variant that is chosen in the product's details. */
export type BackInStockProps = { product: Product; variantId: string | undefined };

/** The form in which a visitor asks for one email when a sold-out product, size or color is back in stock. */
export function BackInStockForm({ product, variantId: detailsVariantId }: BackInStockProps) {
  const choices = soldOutVariants(product);
  /** The variant that is chosen in the product's details, if it is sold out. */
  const presetVariantId = choices.find(({ id }) => id === detailsVariantId)?.id;
  const onlyChoiceId = choices.length === 1 ? choices[0]?.id : undefined;
  // A choice in the form counts until `presetVariantId` changes.
  const [formChoice, setFormChoice] = useState<{ id: string; presetVariantId: string | undefined }>();
  const variantId =
    formChoice && formChoice.presetVariantId === presetVariantId ? formChoice.id : (presetVariantId ?? "");
  const [email, setEmail] = useState(typedEmail);
  const [website, setWebsite] = useState("");
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [status, setStatus] = useState<"open" | "sending" | "sent">("open");
  const [failureText, setFailureText] = useState<string>();
  const formRef = useRef<HTMLFormElement>(null);

  const showErrors = (fieldErrorTexts: Record<string, string>) => {
    // Renders the messages before the first invalid control gets the focus, so that screen readers read the
    // control together with its message.
    flushSync(() => setErrors(fieldErrorTexts));
    formRef.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (status === "sending") return;
    setFailureText(undefined);
    const chosenId = onlyChoiceId ?? variantId;
    const parsed = z.safeParse(StockRequest, {
      productId: product.id,
      email,
      website,
      ...(chosenId ? { variantId: chosenId } : {}),
    });
    const foundErrors = {
      ...(parsed.success ? {} : fieldErrors(parsed.error)),
      ...(choices.length > 0 && !chosenId
        ? { variantId: `Choose a ${choiceLabel(choices).toLowerCase()}` }
        : {}),
    };
    if (!parsed.success || Object.keys(foundErrors).length > 0) return showErrors(foundErrors);
    setErrors({});
    setStatus("sending");
    try {
      await call(backInStockApi.askForStock, { body: parsed.data });
      setStatus("sent");
    } catch (error) {
      setStatus("open");
      const { message, fields = {} } = error instanceof ApiError ? error : { message: messages.internal };
      if (fields["email"]) showErrors(fields);
      else setFailureText(message);
    }
  };

  if (status === "sent")
    return (
      <Notice tone="ok" ref={focusOnMount} title="Check your email">
        We send a link to {email.trim()}. Open it within {CONFIRM_HOURS / 24} days to confirm, and you get one
        email when it is back.
      </Notice>
    );
  return (
    <form ref={formRef} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      {choices.length > 1 && (
        <Field label={choiceLabel(choices)} error={errors["variantId"]} required>
          <Select
            value={variantId}
            onChange={({ target }) => setFormChoice({ id: target.value, presetVariantId })}
          >
            <option value="">Choose</option>
            {choices.map((variant) => (
              <option key={variant.id} value={variant.id}>
                {variantLabel(variant)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field
        label={onlyChoiceId ? `Email, for ${variantLabel(choices[0] ?? {})}` : "Email"}
        error={errors["email"]}
        required
      >
        <Input
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          readOnly={status === "sending"}
          onChange={({ target }) => {
            typedEmail = target.value;
            setEmail(target.value);
          }}
        />
      </Field>
      {/* A field that only bots fill in. */}
      <div inert aria-hidden="true" className={styles.honeypot}>
        <label>
          Website
          <input
            type="text"
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={website}
            onChange={({ target }) => setWebsite(target.value)}
          />
        </label>
      </div>
      <p className={styles.consent}>
        You agree that we keep this address for one email when it is back. It holds no item for you. We delete
        the address after that email, when you stop the request, or {UNCONFIRMED_DELETION} if you do not
        confirm it. <Link to={paths.privacy}>Privacy</Link>
      </p>
      {failureText && (
        <Notice tone="danger" role="alert">
          {failureText}
        </Notice>
      )}
      <Button type="submit" variant="secondary" loading={status === "sending"} loadingText="Sending...">
        Email me
      </Button>
    </form>
  );
}
