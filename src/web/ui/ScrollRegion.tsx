import type { ComponentPropsWithRef } from 'react'

/** A part of the page that scrolls by itself: a named region that the keyboard reaches, to scroll it by arrow keys. */
export function ScrollRegion({ label, ...rest }: { label: string } & ComponentPropsWithRef<'section'>) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without focus, no key scrolls it
  return <section tabIndex={0} aria-label={label} {...rest} />
}
