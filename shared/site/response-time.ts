/** How soon the team answers a message from the contact form. The description in seo.ts names it too. */
export const responseTime = "3 business days";
