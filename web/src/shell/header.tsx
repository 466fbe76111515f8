import { Link, NavLink } from "../router/link.tsx";
import { headerLinks } from "../../../shared/site/navigation.ts";
import { pieceCount } from "../../../shared/piece-count.ts";
import { brand } from "../../../shared/site/brand.ts";
import { paths } from "../paths.ts";
import { cx } from "../ui/class-names.ts";
import { useCart } from "../cart/cart-context.tsx";
import { Icon } from "../ui/icon.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { Logo } from "../ui/logo.tsx";
import { onPlainClick } from "../ui/plain-click.ts";
import { useDialogHistory } from "../ui/use-dialog-history.ts";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./header.module.css";

type NavLinksProps = {
  className: string | undefined;
  /** Called when a link is clicked, instead of the link's own navigation. */
  onFollow?: (to: string) => void;
};

function NavLinks({ className, onFollow }: NavLinksProps) {
  return (
    <ul className={className}>
      {headerLinks.map(({ label, to }) => (
        <li key={to}>
          <NavLink
            to={to}
            onClick={onFollow && onPlainClick(() => onFollow(to))}
            className={cx(styles.link, to === paths.adminSignIn && styles.admin)}
          >
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** The button that opens the cart. Its badge counts the lines, its label the pieces. */
function CartButton() {
  const { lines, lineCount, openCart } = useCart();
  const pieceTotal = pieceCount(lines);
  const label =
    pieceTotal === 0 ? "Cart: empty" : `Cart: ${pieceTotal} ${pieceTotal === 1 ? "item" : "items"}`;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-controls="cart-dialog"
      onClick={openCart}
      className={styles.cart}
    >
      <Icon name="bag" size={24} />
      {lineCount > 0 && (
        <span key={lineCount} className={styles.count} aria-hidden="true">
          {lineCount}
        </span>
      )}
      {/* No `aria-label`: the label would have to contain the badge's text. */}
      <VisuallyHidden>{label}</VisuallyHidden>
    </button>
  );
}

function MobileMenu() {
  const { isOpen, open, close, leave } = useDialogHistory("menu");
  return (
    <>
      <IconButton
        icon="menu"
        iconSize={26}
        label="Menu"
        aria-haspopup="dialog"
        aria-controls="menu-dialog"
        onClick={() => void open()}
        className={styles.menuButton}
      />
      <Dialog
        id="menu-dialog"
        open={isOpen}
        onClose={() => close()}
        variant="side"
        title="Menu"
        closeLabel="Close menu"
      >
        <nav aria-label="Menu">
          <NavLinks className={styles.menu} onFollow={(to) => void leave(to)} />
        </nav>
      </Dialog>
    </>
  );
}

/** Brand, links and cart. In a window up to 768 px wide (more with larger text) the links are in a menu dialog. */
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
