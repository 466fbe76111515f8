/** The texts of the blog page. */
export const blog = {
  eyebrow: "grep -r 'worth it' ./reading",
  heading: "Blog",
  lead: "Six reads and watches that we keep sending to people. Other people's work, linked to where they published it.",
  featured: "Featured",
  mentioned: "Mentioned links",
} as const;
