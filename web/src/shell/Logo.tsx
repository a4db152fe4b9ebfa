/** A bench with a keen edge above it. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg className="logo" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect className="logo-ground" width="32" height="32" rx="9" />
      <path className="logo-bench" d="M5 15.5h22v4H5zM8.2 19.5h3.4l-1.2 7H7zM20.4 19.5h3.4l1.2 7h-3.4z" />
      <path className="logo-edge" d="M9 13.5 21.5 5l2.3 3.3-6.6 5.2z" />
    </svg>
  );
}
