import { useLocation } from "../../router/hooks.ts";
import { seo } from "../../../../shared/site/seo.ts";
import { notFoundEyebrow } from "../../../../shared/site/not-found.ts";
import { paths } from "../../paths.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Logo } from "../../ui/logo.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import styles from "./not-found-page.module.css";

export default function NotFoundPage() {
  const { pathname } = useLocation();
  usePageMeta({ ...seo["*"], path: pathname });
  return (
    <div className={`container page ${styles.page}`}>
      <div>
        <PageTitle
          eyebrow={notFoundEyebrow}
          lead="There is nothing at this address. The page may have moved, or the address has a mistake."
        >
          Page not found
        </PageTitle>
        <p className={styles.path}>
          <span aria-hidden="true">$ </span>
          {pathname}
        </p>
        <div className={styles.actions}>
          <ButtonLink to={paths.store}>Go to the Store</ButtonLink>
          <ButtonLink to={paths.home} variant="secondary">
            Go to Home
          </ButtonLink>
        </div>
      </div>
      <Logo size={320} className={styles.emptyGlass} />
    </div>
  );
}
