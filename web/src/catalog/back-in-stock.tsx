import { useEffect, useId, useRef, useState } from "react";
import { backInStockApi } from "../../../shared/api-back-in-stock.ts";
import { call } from "../api.ts";
import { Icon } from "../ui/icon.tsx";
import styles from "./back-in-stock.module.css";
import { BackInStockForm, type BackInStockProps } from "./back-in-stock-form.tsx";

/** Whether the shop sends mails that a product is back. */
export const askIfOffered = async (): Promise<boolean> =>
  (await call(backInStockApi.isBackInStockOffered)).offered;

/** 'Email me when it is back': a button that opens the form. */
export function BackInStock({ product, variantId }: BackInStockProps) {
  const [isOpen, setIsOpen] = useState(false);
  const regionId = useId();
  const regionRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) regionRef.current?.querySelector<HTMLElement>("select, input[type=email]")?.focus();
  }, [isOpen]);
  return (
    <div className={styles.offer}>
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
