import { Suspense } from "react";
import { Outlet } from "react-router-dom";
import { CartProvider } from "../cart/cart-context.tsx";
import { CartSheet } from "../cart/cart-sheet.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import styles from "./site-layout.module.css";

/**
 * Header, page, footer and cart: around every page but the back office. Finished HTML comes to life part by part, each
 * Suspense in slices, so that a slow phone answers meanwhile.
 */
export function SiteLayout() {
  return (
    <CartProvider>
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
      </div>
      <CartSheet />
    </CartProvider>
  );
}
