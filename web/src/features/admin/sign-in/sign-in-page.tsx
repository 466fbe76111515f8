import { seo } from "../../../../../shared/site/seo.ts";
import { paths } from "../../../paths.ts";
import { usePageMeta } from "../../../ui/page-meta.ts";
import { PageTitle } from "../../../ui/page-title.tsx";

export default function SignInPage() {
  usePageMeta({ ...seo["/admin/login"], path: paths.adminSignIn });
  return (
    <div className="container page">
      <PageTitle>Welcome Back</PageTitle>
    </div>
  );
}
