/** Path data of the icons that only the links to share the podcast show. See icon.tsx. */
export const shareIconPaths = {
  twitter: "M4.5 4.5l15 15M19 4.5 5 19.5M4.5 4.5H8l11.5 15H16L4.5 4.5Z",
  facebook:
    "M14 21v-8h3l.5-3.5H14V7.6c0-1.2.6-2 2-2h1.7V2.7C17 2.6 16.2 2.5 15.3 2.5c-2.8 0-4.6 1.7-4.6 4.6v2.4H7.5V13h3.2v8",
  linkedin:
    "M5 3.5h14A1.5 1.5 0 0 1 20.5 5v14a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 19V5A1.5 1.5 0 0 1 5 3.5ZM7.8 10.5v6M7.8 7.5v.05M11.5 16.5v-6M11.5 13c0-1.6 1-2.6 2.4-2.6s2.3 1 2.3 2.6v3.5",
} as const;
