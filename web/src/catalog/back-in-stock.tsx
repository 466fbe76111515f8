import { useEffect, useId, useRef, useState } from "react";
import { backInStockApi } from "../../../shared/api-back-in-stock.ts";
import { call } from "../api.ts";
import { Icon } from "../ui/icon.tsx";
import styles from "./back-in-stock.module.css";
import { BackInStockForm, type BackInStockProps } from "./back-in-stock-form.tsx";

let isOfferedPromise: Promise<boolean> | undefined;

/** Whether the shop sends back-in-stock mails. Asked once. After a failed request the answer is false, and the next call asks again. */
const askIfOffered = (): Promise<boolean> =>
  (isOfferedPromise ??= call(backInStockApi.isBackInStockOffered).then(
    (answer) => answer.offered,
    () => {
      isOfferedPromise = undefined;
      return false;
    },
  ));

/**
 * 'Email me when it is back': a button that opens the form. Shows nothing if the shop does not send these mails. Until the shop
 * has answered, the button is invisible but takes its space, so that nothing moves when it appears.
 */
export function BackInStock({ product, variantId }: BackInStockProps) {
  const [isOffered, setIsOffered] = useState<boolean>();
  const [isOpen, setIsOpen] = useState(false);
  const regionId = useId();
  const regionRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isMounted = true;
    void askIfOffered().then((answer) => isMounted && setIsOffered(answer));
    return () => {
      isMounted = false;
    };
  }, []);
  useEffect(() => {
    if (isOpen) regionRef.current?.querySelector<HTMLElement>("select, input[type=email]")?.focus();
  }, [isOpen]);
  if (isOffered === false) return null;
  return (
    <div className={styles.offer} style={isOffered ? undefined : { visibility: "hidden" }}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={regionId}
        onClick={() => setIsOpen(!isOpen)}
        className={styles.toggle}
      >
        <Icon name="mail" size={20} />
        <span>{product.stock < 1 ? "Email me when it is back" : "Email me when a sold-out one is back"}</span>
        <Icon name={isOpen ? "chevron-up" : "chevron-down"} size={18} />
      </button>
      <div id={regionId} ref={regionRef} hidden={!isOpen}>
        {isOpen && <BackInStockForm product={product} variantId={variantId} />}
      </div>
    </div>
  );
}
