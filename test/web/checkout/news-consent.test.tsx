import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";

// Each test loads the page's modules again, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

// Test files share loaded modules.
afterEach(() => {
  vi.doUnmock("../../../shared/site/news-consent.ts");
  vi.resetModules();
});

/** The contact section of the checkout, with this label in the settings. */
async function render(newsConsentLabel: string | undefined): Promise<string> {
  vi.resetModules();
  vi.doMock("../../../shared/site/news-consent.ts", () => ({ newsConsentLabel }));
  const { ContactSection } = await import("../../../web/src/features/checkout/form/form-sections.tsx");
  const { EMPTY_CHECKOUT_FORM } = await import("../../../shared/checkout-form.ts");
  return renderToStaticMarkup(
    <ContactSection form={EMPTY_CHECKOUT_FORM} errors={{}} edit={() => undefined} isSending={false} />,
  );
}

test("the checkout asks whether the customer wants the newsletter", async () => {
  expect(await render("Email me about news")).toMatch(/type="checkbox".*Email me about news/);
});

test("the checkout of a podcast without a newsletter does not ask for it", async () => {
  expect(await render(undefined)).not.toContain('type="checkbox"');
});
