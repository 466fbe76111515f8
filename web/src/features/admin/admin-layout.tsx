import { Outlet } from "react-router-dom";

/** Around the sign-in page and the dashboard: everything that the back office needs is loaded from here on. */
export function AdminLayout() {
  return <Outlet />;
}
