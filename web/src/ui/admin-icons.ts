/** Path data of the icons that only the back office shows. See icon.tsx. */
export const adminIconPaths = {
  archive: "M3.5 4.5h17v4.5h-17V4.5ZM5 9v10.5h14V9M10 13h4",
  "arrow-down": "M12 4.5v15M6 13.5l6 6 6-6",
  "arrow-up": "M12 19.5v-15M6 10.5l6-6 6 6",
  chart: "M4 4v16h16M8.5 16.5v-5M13 16.5v-9M17.5 16.5v-3",
  copy: "M9 9h11v11.5H9V9ZM9 15H4V3.5h11V9",
  image: "M4 5h16v14H4V5ZM4 16l5-5 4 4 2.5-2.5L20 17M15.5 9v.01",
  percent: "M6 18 18 6M5.5 8a2 2 0 1 0 4 0 2 2 0 1 0-4 0M14.5 16a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
  upload: "M12 15.5v-11M7 9l5-5 5 5M4.5 20h15",
  user: "M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6",
} as const;
