import { seo } from "../../../../../shared/site/seo.ts";
import { paths } from "../../../paths.ts";
import { usePageMeta } from "../../../ui/page-meta.ts";
import { RequireAdmin } from "../session/require-admin.tsx";
import { DashboardHeader } from "./dashboard-header.tsx";
import { DashboardTabs } from "./dashboard-tabs.tsx";
import styles from "./dashboard.module.css";

export default function DashboardPage() {
  usePageMeta({ ...seo["/admin/dashboard"], path: paths.adminDashboard });
  return (
    <div data-surface="admin" className={styles.page}>
      <RequireAdmin>
        {(user) => (
          <>
            <a href="#main" className={styles.skip}>
              Skip to content
            </a>
            <DashboardHeader user={user} />
            <DashboardTabs />
          </>
        )}
      </RequireAdmin>
    </div>
  );
}
