import type { adminIconPaths } from "./admin-icons.ts";
import type { shareIconPaths } from "./share-icons.ts";

/** Path data of line icons on a 24 px grid, drawn with a 1.75 px round stroke. */
const iconPaths = {
  alert:
    "M12 8.5v4.75M12 16.6v.05M10.6 4.3 2.7 18a1.6 1.6 0 0 0 1.4 2.4h15.8a1.6 1.6 0 0 0 1.4-2.4L13.4 4.3a1.6 1.6 0 0 0-2.8 0Z",
  "arrow-left": "M19.5 12h-15M10.5 6l-6 6 6 6",
  "arrow-right": "M4.5 12h15M13.5 6l6 6-6 6",
  bag: "M5.5 8h13l1 12.5h-15L5.5 8ZM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5",
  check: "M4.5 12.5 10 18 19.5 6.5",
  "check-circle": "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8 12.4l2.8 2.8L16.2 9",
  "chevron-down": "M5.5 9l6.5 6.5L18.5 9",
  "chevron-left": "M15 5.5 8.5 12l6.5 6.5",
  "chevron-right": "M9 5.5 15.5 12 9 18.5",
  "chevron-up": "M5.5 15 12 8.5l6.5 6.5",
  calendar: "M5 6h14v14H5V6ZM5 10.5h14M9 3.5v4M15 3.5v4",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5.2l3.3 2",
  close: "M5.5 5.5l13 13M18.5 5.5l-13 13",
  download: "M12 4v11M7 10.5l5 5 5-5M4.5 20h15",
  edit: "M4 20l1-4.2L16 4.8a1.6 1.6 0 0 1 2.3 0l.9.9a1.6 1.6 0 0 1 0 2.3L8.2 19 4 20ZM14 7l3 3",
  external: "M13.5 4.5h6v6M19 5l-8.5 8.5M17.5 14v5a.5.5 0 0 1-.5.5H5a.5.5 0 0 1-.5-.5V7a.5.5 0 0 1 .5-.5h5",
  info: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.6v.05",
  lock: "M6 11h12v9.5H6V11ZM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11M12 14.5v2.5",
  logout: "M10 4.5H5v15h5M9.5 12h10M15.5 8l4 4-4 4",
  mail: "M3.5 5.5h17v13h-17v-13ZM4 6.5l8 6.5 8-6.5",
  map: "M12 21c4.5-4.6 7-8.2 7-11.2A7 7 0 0 0 5 9.8C5 12.8 7.5 16.4 12 21ZM12 12.3a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",
  menu: "M4 7h16M4 12h16M4 17h10",
  minus: "M5 12h14",
  mute: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4ZM16 9.5l5 5M21 9.5l-5 5",
  pause: "M8.5 5v14M15.5 5v14",
  phone:
    "M5 4h4l1.5 4.5-2 1.8a12 12 0 0 0 5.2 5.2l1.8-2L20 15v4a1.5 1.5 0 0 1-1.6 1.5A15.5 15.5 0 0 1 3.5 5.6 1.5 1.5 0 0 1 5 4Z",
  play: "M7 4.5v15l12-7.5-12-7.5Z",
  plus: "M12 5v14M5 12h14",
  print: "M7 8.5V4h10v4.5M7 16.5H4.5v-8h15v8H17M7 14h10v6H7v-6Z",
  refresh: "M19.5 12a7.5 7.5 0 1 1-2.3-5.4L19.5 9M19.5 4v5h-5",
  search: "M10.8 17.5a6.7 6.7 0 1 0 0-13.4 6.7 6.7 0 0 0 0 13.4ZM15.8 15.8 20.5 20.5",
  send: "M20.5 3.5 10 14M20.5 3.5 14 20.5 10 14 3.5 10l17-6.5Z",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4ZM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a7.8 7.8 0 0 1 0 11",
  star: "M12 3.8l2.5 5.3 5.7.7-4.2 4 1.1 5.7-5.1-2.8-5.1 2.8L8 13.8l-4.2-4 5.7-.7L12 3.8Z",
  tag: "M4 4h7.5L20 12.5 12.5 20 4 11.5V4ZM8 8v.01",
  ticket: "M4 7h16v3.3a1.8 1.8 0 0 0 0 3.4V17H4v-3.3a1.8 1.8 0 0 0 0-3.4V7ZM14.5 7v2M14.5 11v2M14.5 15v2",
  trash: "M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5l.8 13.5h9.4l.8-13.5M10.2 10.5l.3 6M13.8 10.5l-.3 6",
  truck:
    "M3 6h11v10.5H3V6ZM14 9.5h3.8L21 13v3.5h-7v-7ZM7 19.3a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8ZM17 19.3a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8Z",
  youtube:
    "M6 5.5h12a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3ZM10.2 9.3v5.4l4.7-2.7-4.7-2.7Z",
  instagram:
    "M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5ZM12 15.7a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4ZM16.7 7.2v.05",
  spotify:
    "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM7.2 9.6c3.4-1 6.7-.7 9.6.9M7.9 12.6c2.8-.8 5.5-.5 7.9.8M8.6 15.4c2.2-.6 4.3-.4 6.1.6",
} as const;

export type IconName = keyof typeof iconPaths | keyof typeof adminIconPaths | keyof typeof shareIconPaths;

const loadedPaths: Partial<Record<IconName, string>> = iconPaths;

/** Adds icons that only some pages load. */
export const addIcons = (newPaths: Partial<Record<IconName, string>>): void =>
  void Object.assign(loadedPaths, newPaths);

/**
 * A line icon in the text's color; `size` in px. Screen readers ignore the icon, so a text beside it must say the
 * same.
 */
export function Icon({
  name,
  size = 20,
  className,
}: {
  name: IconName;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={loadedPaths[name]} />
    </svg>
  );
}
