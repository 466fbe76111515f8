import { lazyModule } from "../../../lazy-module.ts";
import { LazyPart } from "../lazy-part.tsx";

const newsletterTab = lazyModule(() => import("./newsletter-tab.tsx"));

/** The tab 'Newsletter', whose code is loaded when it is opened. */
export const LazyNewsletterTab = () => (
  <LazyPart module={newsletterTab} what="people">
    {({ NewsletterTab }) => <NewsletterTab />}
  </LazyPart>
);
