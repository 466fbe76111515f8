import { NavLink } from "react-router-dom";
import { headerLinks } from "../../../shared/site/navigation.ts";
import { paths } from "../paths.ts";
import { cx } from "../ui/class-names.ts";
import styles from "./header.module.css";

/** The header's links; the one whose path is the current path is marked. */
export function NavLinks({ className, onFollow }: { className: string | undefined; onFollow?: () => void }) {
  return (
    <ul className={className}>
      {headerLinks.map(({ label, to }) => (
        <li key={to}>
          <NavLink
            to={to}
            end
            {...(onFollow ? { onClick: onFollow } : {})}
            className={cx(styles.link, to === paths.adminSignIn && styles.admin)}
          >
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
