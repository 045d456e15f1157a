import type { ComponentPropsWithRef } from 'react'

/** A scrollable part of the page: a named region that can be focused, so that arrow keys scroll it. */
export function ScrollRegion({ label, ...rest }: { label: string } & ComponentPropsWithRef<'section'>) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without focus, no key scrolls it
  return <section tabIndex={0} aria-label={label} {...rest} />
}
