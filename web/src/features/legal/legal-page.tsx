import { useLocation } from "react-router-dom";
import { privacy, shippingAndReturns, terms } from "../../../../shared/site/legal.ts";
import { seo } from "../../../../shared/site/seo.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";

const pages = { "/privacy": privacy, "/terms": terms, "/shipping-and-returns": shippingAndReturns } as const;
const isLegal = (path: string): path is keyof typeof pages => path in pages;

export default function LegalPage() {
  const { pathname } = useLocation();
  const path = isLegal(pathname) ? pathname : "/privacy";
  const page = pages[path];
  usePageMeta({ ...seo[path], path });
  return (
    <div className="container page">
      <PageTitle lead={page.lead}>{page.title}</PageTitle>
      {page.sections.map(({ heading, paragraphs, points }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {points && (
            <ul>
              {points.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}
