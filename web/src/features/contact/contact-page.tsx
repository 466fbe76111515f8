import { contact } from "../../../../shared/site/contact.ts";
import { seo } from "../../../../shared/site/seo.ts";
import { paths } from "../../paths.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { ContactForm } from "./contact-form.tsx";
import styles from "./contact-page.module.css";
import { Faq } from "./faq.tsx";
import { Hours } from "./hours.tsx";
import { InfoCards } from "./info-cards.tsx";
import { Place } from "./place.tsx";
import { SocialRow } from "./social-row.tsx";

export default function ContactPage() {
  usePageMeta({ ...seo["/contact"], path: paths.contact });
  return (
    <div className={`container page ${styles.page}`}>
      <PageTitle eyebrow={contact.eyebrow} lead={contact.lead} className={styles.title}>
        {contact.heading}
      </PageTitle>
      <InfoCards />
      <SocialRow />
      <div className={styles.columns}>
        <ContactForm />
        <div className={styles.side}>
          <Hours />
          <Place />
        </div>
      </div>
      <Faq />
    </div>
  );
}
