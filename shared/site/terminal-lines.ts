/** The lines of a terminal on pages without texts of their own in this folder; '' leaves a line out. */
export const terminalLines = {
  /** Above the title of a legal page, such as '/privacy'. */
  legal: (path: string): string => `cat .${path}.txt`,
  notFound: "> cd: no such file or directory",
  missingEpisode: "> exit 404",
  error: "> exit 1",
} as const;
