import { contact } from "../../../../shared/site/contact.ts";
import { seo } from "../../../../shared/site/seo.ts";
import { paths } from "../../paths.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { ContactForm } from "./contact-form.tsx";
import styles from "./contact-page.module.css";
import { Faq } from "./faq.tsx";
import { InfoCards, SocialRow } from "./info-cards.tsx";
import { Hours, Location } from "./studio.tsx";

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
          <Location />
        </div>
      </div>
      <Faq />
    </div>
  );
}
