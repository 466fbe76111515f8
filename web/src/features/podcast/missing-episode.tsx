import { seo } from "../../../../shared/site/seo.ts";
import { podcast } from "../../../../shared/site/podcast.ts";
import { paths } from "../../paths.ts";
import { useLocation } from "../../router/hooks.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";

export function MissingEpisode() {
  const { pathname } = useLocation();
  usePageMeta({ ...seo["*"], path: pathname });
  return (
    <div className="container page">
      <PageTitle eyebrow={podcast.missingEpisode} lead="There is no episode at this address.">
        Episode not found
      </PageTitle>
      <ButtonLink to={paths.podcast}>All episodes</ButtonLink>
    </div>
  );
}
