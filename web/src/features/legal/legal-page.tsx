import { useLazyModule } from "../../lazy-module.ts";
import { useRoute } from "../../router/hooks.ts";
import { legalEyebrow, privacy, shippingAndReturns, terms } from "../../../../shared/site/legal.ts";
import { seo } from "../../../../shared/site/seo.ts";
import { shopSettings } from "../../shop-settings.ts";
import { formatDay } from "../../ui/day-text.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import styles from "./legal-page.module.css";

const pages = { "/privacy": privacy, "/terms": terms, "/shipping-and-returns": shippingAndReturns } as const;
const isLegalPath = (path: string): path is keyof typeof pages => path in pages;

/** The id of a section: 'Who you buy from' → 'who-you-buy-from'. */
const anchorOf = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]+/g, "-");

type Table = NonNullable<(typeof privacy.sections)[number]["table"]>;

/**
 * A table of texts. On a phone the cells are below each other, and each cell shows the heading of its column.
 */
function LegalTable({ headings, rows, headingId }: Table & { headingId: string }) {
  return (
    <table className={styles.table} aria-labelledby={headingId}>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells[0]}>
            {cells.map((text, i) => (
              <td key={headings[i]} data-heading={headings[i]}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The page for privacy, terms, or shipping and returns. The route says which of these texts to show. */
export default function LegalPage() {
  // The route's path, because the path in the URL may have capital letters or a slash at its end.
  const { path: routePath = "" } = useRoute() ?? {};
  const path = isLegalPath(routePath) ? routePath : "/privacy";
  const { title, lead, updated, sections: allSections } = pages[path];
  const { module: settings } = useLazyModule(
    shopSettings,
    allSections.some(({ onlyWithTax }) => onlyWithTax),
  );
  const sections = allSections.filter(({ onlyWithTax }) => !onlyWithTax || settings?.hasTax);
  usePageMeta({ ...seo[path], path });
  return (
    <div className="container page">
      <PageTitle eyebrow={legalEyebrow(path)} lead={lead}>
        {title}
      </PageTitle>
      <div className={styles.columns}>
        <nav aria-labelledby="contents" className={styles.contents}>
          <h2 id="contents" className={styles.label}>
            On this page
          </h2>
          <ol className={styles.list}>
            {sections.map(({ heading }) => (
              <li key={heading}>
                <a href={`#${anchorOf(heading)}`} className={styles.link}>
                  {heading}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.text}>
          {sections.map(({ heading, paragraphs, points, table }) => (
            <section key={heading} className={styles.section}>
              <h2 id={anchorOf(heading)} tabIndex={-1} className={styles.heading}>
                {heading}
              </h2>
              {paragraphs.map((text) => (
                <p key={text}>{text}</p>
              ))}
              {table && <LegalTable headingId={anchorOf(heading)} {...table} />}
              {points && (
                <ul className={styles.points}>
                  {points.map((text) => (
                    <li key={text}>{text}</li>
                  ))}
                </ul>
              )}
            </section>
          ))}
          <p className={styles.updated}>
            Last changed on <time dateTime={updated}>{formatDay(updated)}</time>
          </p>
        </div>
      </div>
    </div>
  );
}
