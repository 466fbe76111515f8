import { expect, test } from "vitest";
import { articleCategories, articles } from "../../../shared/site/articles.ts";
import {
  ALL_CATEGORIES,
  filters,
  readFilter,
  selectArticles,
  writeFilter,
} from "../../../web/src/features/blog/articles.ts";
import { formatDay } from "../../../web/src/ui/day-text.ts";

test("the URL stores the filter, and an unknown filter shows all articles", () => {
  for (const { id } of articleCategories) {
    const params = writeFilter(new URLSearchParams("utm_source=mail"), id);
    expect([params.get("utm_source"), readFilter(params)]).toEqual(["mail", id]);
    expect(String(writeFilter(params, ALL_CATEGORIES))).toBe("utm_source=mail");
  }
  expect(readFilter(new URLSearchParams("category=gin"))).toBe(ALL_CATEGORIES);
});

test.each(filters)(
  "the filter $label selects the articles of its category, with the featured article separate",
  ({ id }) => {
    const { featured, others, count } = selectArticles(id);
    const selectedArticles = featured ? [featured, ...others] : others;
    const expected = articles.filter(({ category }) => id === ALL_CATEGORIES || category === id);
    expect(new Set(selectedArticles)).toEqual(new Set(expected));
    expect(count).toBe(expected.length);
    expect(others.some((article) => article.featured)).toBe(false);
  },
);

test("formatDay returns the day in UTC", () => {
  expect(formatDay("2016-07-06")).toBe("July 6, 2016");
});
