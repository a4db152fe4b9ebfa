/** Line drawings on a 20 × 20 grid; always beside words, so hidden from screen readers. */

const DRAWINGS = {
  arrow: "M4 10h11M11 5.5 15.5 10 11 14.5",
  back: "M16 10H5M9 5.5 4.5 10 9 14.5",
  bench: "M2.5 6.5h15v3h-15zM5 9.5 4 16M15 9.5l1 6.5M4.6 12.8h10.8",
  box: "M10 2.8 16.5 6v8L10 17.2 3.5 14V6zM3.5 6 10 9.2 16.5 6M10 9.2v8",
  check: "M4 10.5 8.2 14.8 16 6",
  copy: "M7 7h9v9H7zM13 7V4H4v9h3",
  cross: "M5 5l10 10M15 5 5 15",
  down: "M5 7.5 10 12.5 15 7.5",
  download: "M10 3.5v10M6 9.8l4 4 4-4M3.5 13v3.5h13V13",
  gear: "M8.5 4.6L8.7 2.3L11.3 2.3L11.5 4.6L12.8 5.1L14.5 3.6L16.4 5.5L14.9 7.2L15.4 8.5L17.7 8.7L17.7 11.3L15.4 11.5L14.9 12.8L16.4 14.5L14.5 16.4L12.8 14.9L11.5 15.4L11.3 17.7L8.7 17.7L8.5 15.4L7.2 14.9L5.5 16.4L3.6 14.5L5.1 12.8L4.6 11.5L2.3 11.3L2.3 8.7L4.6 8.5L5.1 7.2L3.6 5.5L5.5 3.6L7.2 5.1zM10 7.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8",
  more: "M4.5 10h.01M10 10h.01M15.5 10h.01",
  page: "M5 2.8h6.5L15 6.3v10.9H5zM11.5 2.8v3.5H15M7.5 10h5M7.5 13h5",
  plus: "M10 4v12M4 10h12",
  spark: "M10 3l1.7 5.3L17 10l-5.3 1.7L10 17l-1.7-5.3L3 10l5.3-1.7z",
  trash: "M4 5.5h12M8 5.5V3.5h4v2M5.5 5.5 6.3 16.5h7.4l.8-11M8.5 8.5v5M11.5 8.5v5",
  undo: "M7.5 4 4 7.5 7.5 11M4 7.5h7.5a4.2 4.2 0 0 1 0 8.5H8",
  up: "M5 12.5 10 7.5l5 5",
  upload: "M10 13.5V3.5M6 7.2 10 3.2l4 4M3.5 13v3.5h13V13",
  warning: "M10 3.2 17.5 16.2h-15zM10 8.2v3.8M10 14v.3",
} as const;

export type IconName = keyof typeof DRAWINGS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
