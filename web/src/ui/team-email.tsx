import { links } from "../../../shared/site/links.ts";

/** The team's email address, as a link that writes to it. */
export const TeamEmail = () => <a href={links.email.url}>{links.email.handle}</a>;
