import { Tabs } from "@aws-amplify/ui-react";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "../../../router/hooks.ts";
import { seo } from "../../../../../shared/site/seo.ts";
import { paths } from "../../../paths.ts";
import { Icon } from "../../../ui/icon.tsx";
import { usePageMeta } from "../../../ui/page-meta.ts";
import { AnalyticsTab } from "../analytics/analytics-tab.tsx";
import { hasDiscounts, hasPodcast, hasTickets } from "../auth/amplify.ts";
import type { AdminUser } from "../auth/cognito.ts";
import { RequireAdmin } from "../auth/require-admin.tsx";
import { EpisodesTab } from "../episodes/episodes-tab.tsx";
import { NewsletterTab } from "../newsletter/newsletter-tab.tsx";
import { OrdersTab } from "../order-list/orders-tab.tsx";
import { ProductsTab } from "../product-list/products-tab.tsx";
import { TicketsTab } from "../tickets/tickets-tab.tsx";
import { DiscountsTab } from "../discounts/discounts-tab.tsx";
import { WebhooksTab } from "../webhooks/webhooks-tab.tsx";
import { DashboardHeader } from "./dashboard-header.tsx";
import { readLastTab, TABS, writeLastTab } from "./last-tab.ts";
import styles from "./dashboard.module.css";

/** The tabs of the dashboard. The URL stores the open tab and the state of that tab. */
function DashboardTabs({ user }: { user: AdminUser }) {
  const [params, setParams] = useSearchParams();
  const [lastTab] = useState(() => readLastTab(user.uid));
  const chosenTab = TABS.find((name) => name === params.get("tab")) ?? lastTab;
  const isChosenTabHidden =
    (chosenTab === "tickets" && !hasTickets()) ||
    (chosenTab === "episodes" && !hasPodcast()) ||
    (chosenTab === "discounts" && !hasDiscounts());
  const tab = isChosenTabHidden ? "products" : chosenTab;
  useEffect(() => writeLastTab(user.uid, tab), [user.uid, tab]);
  const navRef = useRef<HTMLElement>(null);
  useEffect(() => {
    const selectedTab = navRef.current?.querySelector("[role=tab][aria-selected=true]");
    selectedTab?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [tab]);
  return (
    <Tabs.Container
      isLazy
      value={tab}
      onValueChange={(value) => {
        if (value !== tab) setParams({ tab: value });
      }}
    >
      <nav ref={navRef} aria-label="Dashboard" className={styles.tabs}>
        <div className="container">
          <Tabs.List aria-label="Sections">
            <Tabs.Item value="products">
              <Icon name="tag" size={18} />
              Products
            </Tabs.Item>
            <Tabs.Item value="orders">
              <Icon name="bag" size={18} />
              Orders
            </Tabs.Item>
            {hasTickets() && (
              <Tabs.Item value="tickets">
                <Icon name="ticket" size={18} />
                Tickets
              </Tabs.Item>
            )}
            {hasPodcast() && (
              <Tabs.Item value="episodes">
                <Icon name="sound" size={18} />
                Episodes
              </Tabs.Item>
            )}
            {hasDiscounts() && (
              <Tabs.Item value="discounts">
                <Icon name="percent" size={18} />
                Discounts
              </Tabs.Item>
            )}
            <Tabs.Item value="analytics">
              <Icon name="chart" size={18} />
              Analytics
            </Tabs.Item>
            <Tabs.Item value="newsletter">
              <Icon name="mail" size={18} />
              Newsletter
            </Tabs.Item>
            <Tabs.Item value="webhooks">
              <Icon name="send" size={18} />
              Webhooks
            </Tabs.Item>
          </Tabs.List>
        </div>
      </nav>
      <main id="main" tabIndex={-1} className={`container ${styles.main}`}>
        <Tabs.Panel value="products">
          <ProductsTab />
        </Tabs.Panel>
        <Tabs.Panel value="orders">
          <OrdersTab />
        </Tabs.Panel>
        {hasTickets() && (
          <Tabs.Panel value="tickets">
            <TicketsTab />
          </Tabs.Panel>
        )}
        {hasPodcast() && (
          <Tabs.Panel value="episodes">
            <EpisodesTab />
          </Tabs.Panel>
        )}
        {hasDiscounts() && (
          <Tabs.Panel value="discounts">
            <DiscountsTab />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="analytics">
          <AnalyticsTab />
        </Tabs.Panel>
        <Tabs.Panel value="newsletter">
          <NewsletterTab />
        </Tabs.Panel>
        <Tabs.Panel value="webhooks">
          <WebhooksTab />
        </Tabs.Panel>
      </main>
    </Tabs.Container>
  );
}

export default function DashboardPage() {
  usePageMeta({ ...seo["/admin/dashboard"], path: paths.adminDashboard });
  return (
    <div data-surface="admin" className={styles.page}>
      <RequireAdmin>
        {(user) => (
          <>
            <a href="#main" className={styles.skip}>
              Skip to content
            </a>
            <DashboardHeader user={user} />
            <DashboardTabs key={user.uid} user={user} />
          </>
        )}
      </RequireAdmin>
    </div>
  );
}
