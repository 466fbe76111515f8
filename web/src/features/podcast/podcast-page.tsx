import { seo } from "../../../../shared/site/seo.ts";
import { paths } from "../../paths.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { Episode } from "./episode.tsx";
import { Listen } from "./listen.tsx";
import { PodcastHead } from "./podcast-head.tsx";
import { Support } from "./support.tsx";

export default function PodcastPage() {
  usePageMeta({ ...seo["/podcast"], path: paths.podcast });
  return (
    <>
      <PodcastHead />
      <Listen />
      <Episode />
      <Support />
    </>
  );
}
