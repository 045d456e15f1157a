import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { addDays, addMonths, dayInMonth, monthOf, weeksOf } from './calendar.ts'
import css from './MonthGrid.module.css'

const texts = defineTexts('control.month', { previous: 'Previous month', next: 'Next month' })

export interface MonthGridProps {
  /** says which day is chosen here */
  label: string
  /** YYYY-MM-DD */
  day: string
  onChange: (day: string) => void
  /** days that belong to the range around: from (inclusive) to (exclusive) */
  from?: string
  to?: string
}

/** One month of days to choose from. Arrow keys move by days and weeks, Page keys by months, Enter chooses. */
export function MonthGrid({ label, day, onChange, from, to }: MonthGridProps) {
  const t = useText()
  const intl = useIntl()
  const grid = useRef<HTMLTableElement>(null)
  // where the reader looks, while it is another month than the chosen day's
  const [looked, setLooked] = useState<{ month: string; over: string }>()
  const [focused, setFocused] = useState<string>()
  const month = looked?.over === day ? looked.month : monthOf(day)
  const look = (next: string) => setLooked({ month: next, over: day })
  const current = focused !== undefined && monthOf(focused) === month ? focused : dayInMonth(day, month)

  function move(next: string) {
    setFocused(next)
    look(monthOf(next))
    // once the month of that day stands there
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus())
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = moves[event.key]?.(current)
    if (next === undefined) return
    event.preventDefault()
    move(next)
  }

  const nameOf = (each: string, options: Intl.DateTimeFormatOptions) =>
    intl.formatDate(`${each}T00:00:00Z`, { ...options, timeZone: 'UTC' })
  const weeks = weeksOf(month)
  return (
    <div className={css.month}>
      <div className={css.head}>
        <IconButton
          size="xs"
          label={t(texts.previous)}
          icon={<ChevronLeft size={14} />}
          onClick={() => look(addMonths(month, -1))}
        />
        <span className={css.name} aria-live="polite">
          {nameOf(`${month}-01`, { month: 'long', year: 'numeric' })}
        </span>
        <IconButton
          size="xs"
          label={t(texts.next)}
          icon={<ChevronRight size={14} />}
          onClick={() => look(addMonths(month, 1))}
        />
      </div>
      <table ref={grid} className={css.days} role="grid" aria-label={label} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {/* 1 January 2001 was a Monday */}
            {Array.from({ length: 7 }, (_day, index) => addDays('2001-01-01', index)).map((weekday) => (
              <th key={weekday} scope="col" abbr={nameOf(weekday, { weekday: 'long' })}>
                {nameOf(weekday, { weekday: 'short' }).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((each, index) =>
                each === undefined ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a weekday's place is what it is
                  <td key={index} />
                ) : (
                  <td key={each} aria-selected={each === day}>
                    <button
                      type="button"
                      data-day={each}
                      tabIndex={each === current ? 0 : -1}
                      className={classes(css.day, isWithin(each, from, to) && css.within, each === day && css.chosen)}
                      aria-label={nameOf(each, { dateStyle: 'full' })}
                      aria-pressed={each === day}
                      onFocus={() => setFocused(each)}
                      onClick={() => onChange(each)}
                    >
                      {Number(each.slice(8))}
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const moves: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => dayInMonth(day, addMonths(monthOf(day), -1)),
  PageDown: (day) => dayInMonth(day, addMonths(monthOf(day), 1)),
  Home: (day) => `${monthOf(day)}-01`,
  End: (day) => addDays(`${addMonths(monthOf(day), 1)}-01`, -1),
}

const isWithin = (day: string, from: string | undefined, to: string | undefined) =>
  from !== undefined && to !== undefined && day >= from && day < to
