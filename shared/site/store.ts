/** The texts of the store page. */
export const store = {
  eyebrow: "> ls ./rickhouse",
  heading: "Store",
  lead: "Shirts, polos, sweatpants, flasks and tickets. All of it drawn by us, printed in small batches, and tested at both bars.",
  featured: "Featured",
  all: "All Products",
} as const;
