import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import css from './BuilderPane.module.css'

/** A list of cards (`data-card`) with a single tab stop: arrow keys, Home and End move between the cards. */
export function CardList({ label, children }: { label: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const stop = useRef<HTMLButtonElement>(undefined)

  function leaveOneStop() {
    const cards = cardsOf(ref.current)
    if (!stop.current || !cards.includes(stop.current)) stop.current = cards[0]
    for (const card of cards) card.tabIndex = card === stop.current ? 0 : -1
  }
  // the cards may differ after each render
  useLayoutEffect(() => leaveOneStop())

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const cards = cardsOf(event.currentTarget)
    const at = cards.indexOf(event.target as HTMLButtonElement)
    if (at < 0) return
    const goal = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: cards.length - 1 }[event.key]
    if (goal === undefined) return
    event.preventDefault()
    cards[goal]?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its cards have the focus
    <div
      ref={ref}
      role="toolbar"
      aria-orientation="vertical"
      aria-label={label}
      className={css.list}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (!(event.target instanceof HTMLButtonElement)) return
        stop.current = event.target
        leaveOneStop()
      }}
    >
      {children}
    </div>
  )
}

function cardsOf(list: HTMLElement | null): HTMLButtonElement[] {
  return [...(list?.querySelectorAll<HTMLButtonElement>('[data-card]') ?? [])]
}
