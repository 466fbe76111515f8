import { useIsLoading } from "../router/hooks.ts";
import { Outlet } from "../router/outlet.tsx";
import { cx } from "../ui/class-names.ts";
import { Toaster } from "../ui/lazy-toaster.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./root.module.css";
import { ScrollAndFocus } from "./scroll-and-focus.tsx";

/** A thin line at the top while the next page's code is being loaded. */
function NavigationProgress() {
  const isLoading = useIsLoading();
  return <div aria-hidden="true" className={cx(styles.bar, isLoading && styles.busy)} />;
}

/** Surrounds every page of the site and the back office. */
export function Root() {
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <ScrollAndFocus />
      <Toaster />
      <VisuallyHidden data-announcer="root" aria-live="polite" />
    </>
  );
}
