import { lazyModule } from "../../../lazy-module.ts";
import { LazyPart } from "../lazy-part.tsx";

const episodesTab = lazyModule(() => import("./episodes-tab.tsx"));

/** The tab 'Episodes', whose code is loaded when it is opened. */
export const LazyEpisodesTab = () => (
  <LazyPart module={episodesTab} what="episodes">
    {({ EpisodesTab }) => <EpisodesTab />}
  </LazyPart>
);
