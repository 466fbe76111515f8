import type { CSSOptions } from "vite";

type PostCss = Exclude<CSSOptions["postcss"], string | undefined>;
type CssPlugin = NonNullable<PostCss["plugins"]>[number];

/** Classes of variations and colors of Amplify's components that the site does not use. */
const UNUSED_VARIATION =
  /\.amplify-button--\w+--\w+|--(?:bordered|destructive|info|menu|overlay|quiet|striped|success|warning)\b/;

/**
 * Removes the rules and variables of Amplify that nothing uses. Amplify defines 1,600 variables, and the browser copies all
 * 1,600 for each element that sets one of them.
 */
export const withoutUnusedStyles: CssPlugin = {
  postcssPlugin: "without-unused-styles",
  OnceExit(root) {
    root.walkRules(/\.amplify-/, (rule) => {
      rule.selectors = rule.selectors.filter((selector) => !UNUSED_VARIATION.test(selector));
      if (rule.selector === "") rule.remove();
    });
    // The value of a removed variable may have been the only use of another variable.
    let wasRemoved = true;
    while (wasRemoved) {
      wasRemoved = false;
      const usedVariables = new Set<string>();
      root.walkDecls(({ value }) => {
        for (const [, name = ""] of value.matchAll(/var\(\s*(--[\w-]+)/g)) usedVariables.add(name);
      });
      root.walkDecls(/^--amplify-/, (declaration) => {
        if (usedVariables.has(declaration.prop)) return;
        declaration.remove();
        wasRemoved = true;
      });
    }
  },
};
