import { Outlet } from "react-router-dom";
import { CartProvider } from "../cart/cart-context.tsx";
import { CartSheet } from "../cart/cart-sheet.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import styles from "./site-layout.module.css";

/** Header, page, footer and cart: around every page but the back office. */
export function SiteLayout() {
  return (
    <CartProvider>
      <div className={styles.page}>
        <a href="#main" className={styles.skip}>
          Skip to content
        </a>
        <Header />
        <main id="main" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
        <Footer />
      </div>
      <CartSheet />
    </CartProvider>
  );
}
