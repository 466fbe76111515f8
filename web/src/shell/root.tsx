import { Outlet } from "react-router-dom";
import { Toaster } from "../ui/toaster.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import { NavigationProgress } from "./navigation-progress.tsx";
import { ScrollAndFocus } from "./scroll-and-focus.tsx";

/** What every page of the site and the back office has around it. */
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
