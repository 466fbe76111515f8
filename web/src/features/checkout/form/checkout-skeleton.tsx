import { EMPTY_CHECKOUT_FORM } from "../../../../../shared/checkout-form.ts";
import { prerenderedMessages } from "../../../../../shared/prerendered-messages.ts";
import { cx } from "../../../ui/class-names.ts";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import styles from "./checkout.module.css";
import { ContactSection } from "./form-sections.tsx";
import summaryStyles from "./order-summary.module.css";

/** Shown only while the page's code is not loaded, so only the prerendered HTML has this text. */
const SlowLoadingNotice = () => (
  <>
    <VisuallyHidden role="status">Loading...</VisuallyHidden>
    <p className={styles.slowLoading}>
      {prerenderedMessages.checkoutSlow} <a href="">{prerenderedMessages.reload}</a>
    </p>
  </>
);

/**
 * The checkout in the prerendered HTML, where the cart and the draft are unknown: the form's first section. Its fields are
 * disabled, because typed text would be lost. After 8 s without the page's code, a link to reload the page appears.
 */
export function CheckoutSkeleton() {
  return (
    <>
      {import.meta.env.SSR ? (
        <div className={styles.waiting}>
          <SlowLoadingNotice />
        </div>
      ) : (
        // React keeps the prerendered children of an element with `dangerouslySetInnerHTML` when it hydrates the page.
        <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} className={styles.waiting} />
      )}
      <div className={cx(styles.columns, styles.skeleton)} inert aria-hidden="true">
        <div className={styles.aside}>
          <div className={cx("card", summaryStyles.summary)}>
            <div className={summaryStyles.header}>
              <h2 className={summaryStyles.title}>Your Cart</h2>
              <span className={summaryStyles.toggle} />
            </div>
            <div className={cx(summaryStyles.content, summaryStyles.collapsed)}>
              <Skeleton shape="block" className={styles.linesPlaceholder} />
            </div>
          </div>
        </div>
        <fieldset disabled className={styles.form}>
          <div>
            <h2 className={styles.title}>Billing & Payment Details</h2>
            <p className={styles.required}>All fields are required unless marked optional.</p>
          </div>
          <ContactSection form={EMPTY_CHECKOUT_FORM} errors={{}} edit={() => undefined} isSending={false} />
        </fieldset>
      </div>
    </>
  );
}
