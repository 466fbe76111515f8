import { Suspense } from "react";
import { Outlet } from "../router/outlet.tsx";
import { CartProvider } from "../cart/cart-context.tsx";
import { CartDialog } from "../cart/cart-dialog.tsx";
import { PlayerSlot } from "../player/player-slot.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import styles from "./site-layout.module.css";

/**
 * Header, page, footer, player and cart. React hydrates each Suspense boundary separately and can pause between them,
 * so that a slow phone stays responsive.
 */
export function SiteLayout() {
  return (
    <CartProvider renderDialog={(isOpen) => <CartDialog isOpen={isOpen} />}>
      <div className={styles.page}>
        <a href="#main" className={styles.skip}>
          Skip to content
        </a>
        <Header />
        <main id="main" tabIndex={-1} className={styles.main}>
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
        <Suspense>
          <Footer />
        </Suspense>
        <PlayerSlot />
      </div>
    </CartProvider>
  );
}
