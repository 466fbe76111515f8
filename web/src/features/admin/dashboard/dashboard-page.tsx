import { seo } from "../../../../../shared/site/seo.ts";
import { paths } from "../../../paths.ts";
import { usePageMeta } from "../../../ui/page-meta.ts";
import { PageTitle } from "../../../ui/page-title.tsx";

export default function DashboardPage() {
  usePageMeta({ ...seo["/admin/dashboard"], path: paths.adminDashboard });
  return (
    <main id="main" tabIndex={-1} data-surface="admin" className="container page">
      <PageTitle>Admin Dashboard</PageTitle>
    </main>
  );
}
