import type { Analytics, Figures, SalesDay } from "../../shared/analytics.ts";
import { daysUpTo } from "../../shared/analytics.ts";
import type { Product } from "../../shared/product.ts";
import { timeZone } from "../../shared/site/address-and-hours.ts";

/** A pseudo-random number between -1 and 1 that is the same in every run. */
const pseudoRandom = (seed: number): number => (Math.sin(seed * 12.9898) * 43_758.5453) % 1;
/** A pseudo-random integer from 0 to `max` - 1. */
const randomBelow = (seed: number, max: number): number => Math.floor(Math.abs(pseudoRandom(seed)) * max);

const sum = (days: readonly SalesDay[], valueOf: (day: SalesDay) => number): number =>
  days.reduce((total, day) => total + valueOf(day), 0);

/** Invented figures of one month for the screenshots, because a new shop has no sales. */
export function sampleSales(products: readonly Product[], today: string): Analytics {
  const categories = [...new Set(products.map(({ category }) => category))].slice(0, 4);
  const bestSellers = categories
    .flatMap((category) => products.filter((product) => product.category === category).slice(0, 2))
    .slice(0, 6);
  const days = daysUpTo(today, 30).map((day, i): SalesDay => {
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    const orders = randomBelow(i, isWeekend ? 8 : 5) + (i === 21 ? 9 : 1);
    const salesByCategory = Object.fromEntries(
      categories.map((category, c) => [category, orders * (18 + randomBelow(i * 7 + c, 26))]),
    );
    const shipping = orders * 8;
    const paid = Object.values(salesByCategory).reduce((total, amount) => total + amount, shipping);
    const refunded = i === 12 ? 58 : 0;
    return { day, orders, paid, refunded, revenue: paid - refunded, categories: salesByCategory, shipping };
  });
  const total: Figures & Pick<SalesDay, "categories" | "shipping"> = {
    orders: sum(days, (day) => day.orders),
    paid: sum(days, (day) => day.paid),
    refunded: sum(days, (day) => day.refunded),
    revenue: sum(days, (day) => day.revenue),
    categories: Object.fromEntries(
      categories.map((category) => [category, sum(days, (day) => day.categories[category] ?? 0)]),
    ),
    shipping: sum(days, (day) => day.shipping),
  };
  return {
    timeZone,
    days,
    total,
    before: {
      orders: total.orders - 12,
      paid: total.paid * 0.86,
      refunded: total.refunded,
      revenue: total.revenue * 0.86,
    },
    bestSellers: bestSellers.map(({ id, name, category, price }, i) => {
      const pieces = Math.round(46 / (i + 1.2));
      return { productId: id, name, category, pieces, revenue: pieces * price };
    }),
    runningOut: products
      .flatMap((product) =>
        (product.variants ?? [])
          .filter(({ stock }) => stock < 5)
          .map(({ id, stock, ...variant }) => ({
            productId: product.id,
            name: product.name,
            variantId: id,
            ...variant,
            available: stock,
            held: 0,
            pieces: 12,
          })),
      )
      .slice(0, 12),
  };
}
