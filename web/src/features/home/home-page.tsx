import { seo } from "../../../../shared/site/seo.ts";
import { paths } from "../../paths.ts";
import { usePageMeta } from "../../ui/page-meta.ts";
import { Hero } from "./hero.tsx";
import { HomeProducts } from "./home-products.tsx";
import { Hosts } from "./hosts.tsx";

export default function HomePage() {
  usePageMeta({ ...seo["/"], path: paths.home });
  return (
    <>
      <Hero />
      <HomeProducts>
        <Hosts />
      </HomeProducts>
    </>
  );
}
