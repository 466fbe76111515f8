import { useState } from "react";
import { Link } from "react-router-dom";
import { brand } from "../../../shared/site/brand.ts";
import { paths } from "../paths.ts";
import { Dialog } from "../ui/dialog.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Logo } from "../ui/logo.tsx";
import { CartButton } from "./cart-button.tsx";
import styles from "./header.module.css";
import { NavLinks } from "./nav-links.tsx";

function MobileMenu() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton
        icon="menu"
        iconSize={26}
        label="Menu"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={styles.menuButton}
      />
      <Dialog open={open} onClose={close} variant="side" title="Menu" closeLabel="Close menu">
        <nav aria-label="Menu">
          <NavLinks className={styles.menu} onFollow={close} />
        </nav>
      </Dialog>
    </>
  );
}

/** Brand, links, cart; at 768 px and below the links are in a menu dialog. */
export function Header() {
  return (
    <header className={styles.header}>
      <div className={`container ${styles.bar}`}>
        <Link to={paths.home} className={styles.brand}>
          <Logo size={40} />
          {brand.name}
        </Link>
        <nav aria-label="Main">
          <NavLinks className={styles.links} />
        </nav>
        <div className={styles.tools}>
          <CartButton />
          <MobileMenu />
        </div>
      </div>
    </header>
  );
}
