import { messages } from "../../../shared/messages.ts";
import { seo } from "../../../shared/site/seo.ts";
import { brand } from "../../../shared/site/brand.ts";
import { errorEyebrow } from "../../../shared/site/error.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { usePageMeta } from "../ui/page-meta.ts";
import { PageTitle } from "../ui/page-title.tsx";
import styles from "./error-page.module.css";

/** Shown when a page throws, or when its code cannot be loaded (after a new deployment, or without a connection). */
export function ErrorPage() {
  usePageMeta({ ...seo["*"], title: `Error | ${brand.name}`, path: paths.home });
  return (
    <div className="container page">
      <PageTitle
        eyebrow={errorEyebrow}
        lead="Reload the page. If that does not help, try again in a few minutes."
      >
        {navigator.onLine ? messages.internal : messages.noConnection}
      </PageTitle>
      <div className={styles.actions}>
        <Button icon="refresh" onClick={() => window.location.reload()}>
          Reload
        </Button>
        <a href={paths.home}>Go to Home</a>
      </div>
    </div>
  );
}
