/** The product's logo: a sextant's frame, arc and arm. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="var(--accent)"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M11.4 5 4.6 16M12.6 5l6.8 11" strokeWidth="1.5" opacity=".5" />
      <path d="M3.4 17.2c5.2 4.6 12 4.6 17.2 0" strokeWidth="2.4" />
      <path d="M12 4.5 15.4 17" strokeWidth="2" />
      <circle cx="12" cy="3.7" r="2.1" fill="var(--accent)" stroke="none" />
    </svg>
  )
}
