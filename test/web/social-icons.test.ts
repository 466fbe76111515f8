import { renderToStaticMarkup } from "react-dom/server";
import { createElement } from "react";
import { expect, test } from "vitest";
import { links } from "../../shared/site/links.ts";
import { Icon } from "../../web/src/ui/icon.tsx";
import { socialIcons } from "../../web/src/ui/social-icons.ts";

const { email: _, ...socialLinks } = links;

test.each(Object.values(socialLinks))("the link $label has an icon", ({ label }) => {
  const icons: Readonly<Record<string, (typeof socialIcons)[keyof typeof socialIcons]>> = socialIcons;
  const name = icons[label];
  expect(name).toBeDefined();
  if (name) expect(renderToStaticMarkup(createElement(Icon, { name }))).toMatch(/<path d="M/);
});
