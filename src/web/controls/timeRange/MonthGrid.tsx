import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { classes } from '../../ui/classes.ts'
import { inlineKey } from '../../ui/direction.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { addDays, addMonths, dayInMonth, firstWeekday, monthIn, monthOf, weeksOf } from './calendar.ts'
import css from './MonthGrid.module.css'

const texts = defineTexts('control.month', {
  previous: 'Previous month',
  next: 'Next month',
  month: '{label}: month',
  year: '{label}: year',
})

export interface MonthGridProps {
  /** describes the selected day */
  label: string
  /** YYYY-MM-DD */
  day: string
  onChange: (day: string) => void
  /** days within the range: from (inclusive) to (exclusive) */
  from?: string
  to?: string
  /** a day whose month is shown until the user selects a day other than `day` */
  opensAt?: string
}

/**
 * A calendar month with selects for month and year. Arrow keys move by days and weeks, Page Up and Down by months, with
 * Shift by years, Enter selects.
 */
export function MonthGrid({ label, day, onChange, from, to, opensAt }: MonthGridProps) {
  const nameOf = useDayNames()
  const firstDay = firstWeekday(useIntl().locale)
  const grid = useRef<HTMLTableElement>(null)
  // the day that the keys moved to
  const wanted = useRef<string>(undefined)
  // the month being viewed, if it differs from the month of the selected day
  const [looked, setLooked] = useState<{ month: string; over: string } | undefined>(
    opensAt === undefined ? undefined : { month: monthOf(opensAt), over: day },
  )
  const [focused, setFocused] = useState<string>()
  const month = looked?.over === day ? looked.month : monthOf(day)
  const look = (next: string) => setLooked({ month: next, over: day })
  const current = focused !== undefined && monthOf(focused) === month ? focused : dayInMonth(day, month)

  function move(next: string) {
    setFocused(next)
    look(monthOf(next))
    wanted.current = next
  }

  // in a layout effect, without delay: a popover moves the focus back if it is lost for longer
  useLayoutEffect(() => {
    if (wanted.current === undefined) return
    grid.current?.querySelector<HTMLElement>(`[data-day="${wanted.current}"]`)?.focus()
    wanted.current = undefined
  })

  function onKeyDown(event: KeyboardEvent) {
    const next = moves[`${event.shiftKey ? 'Shift+' : ''}${inlineKey(event.key)}`]?.(current)
    if (next === undefined) return
    event.preventDefault()
    move(next)
  }

  return (
    <div className={css.month}>
      <MonthHead label={label} month={month} onMonth={look} />
      <table ref={grid} className={css.days} role="grid" aria-label={label} onKeyDown={onKeyDown}>
        <Weekdays firstDay={firstDay} />
        <tbody>
          {weeksOf(month, firstDay).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((each, index) =>
                each === undefined ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a weekday is identified by its position
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- no day of this month, so no control
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

/** Formats a day, or a part of it, in the user's language. */
function useDayNames() {
  const intl = useIntl()
  return (day: string, options: Intl.DateTimeFormatOptions) =>
    intl.formatDate(`${day}T00:00:00Z`, { ...options, timeZone: 'UTC' })
}

interface MonthHeadProps {
  label: string
  month: string
  onMonth: (month: string) => void
}

/** Selects for month and year. */
function MonthHead({ label, month, onMonth }: MonthHeadProps) {
  const t = useText()
  const nameOf = useDayNames()
  return (
    <div className={css.head}>
      <IconButton
        size="xs"
        label={t(texts.previous)}
        icon={<ChevronLeft size={14} />}
        onClick={() => onMonth(addMonths(month, -1))}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Enter in the field of the year does not submit the form around */}
      <div
        className={css.choice}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
        }}
      >
        <Select
          label={t(texts.month, { label })}
          searchable={false}
          options={Array.from({ length: 12 }, (_month, index) => ({
            value: index + 1,
            label: nameOf(`2001-${String(index + 1).padStart(2, '0')}-01`, { month: 'long' }),
          }))}
          value={Number(month.slice(5))}
          onChange={(number) => onMonth(monthIn(month, { month: number }))}
        />
        <NumberField
          hideLabel
          label={t(texts.year, { label })}
          min={1}
          max={9999}
          value={Number(month.slice(0, 4))}
          onChange={(year) => onMonth(monthIn(month, { year: year ?? undefined }))}
        />
      </div>
      <IconButton
        size="xs"
        label={t(texts.next)}
        icon={<ChevronRight size={14} />}
        onClick={() => onMonth(addMonths(month, 1))}
      />
    </div>
  )
}

function Weekdays({ firstDay }: { firstDay: number }) {
  const nameOf = useDayNames()
  return (
    <thead>
      <tr>
        {/* 1 January 2001 was a Monday */}
        {Array.from({ length: 7 }, (_day, index) => addDays('2001-01-01', (index + firstDay - 1) % 7)).map(
          (weekday) => (
            <th key={weekday} scope="col" abbr={nameOf(weekday, { weekday: 'long' })}>
              {nameOf(weekday, { weekday: 'short' }).slice(0, 2)}
            </th>
          ),
        )}
      </tr>
    </thead>
  )
}

const moves: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => dayInMonth(day, addMonths(monthOf(day), -1)),
  PageDown: (day) => dayInMonth(day, addMonths(monthOf(day), 1)),
  'Shift+PageUp': (day) => dayInMonth(day, addMonths(monthOf(day), -12)),
  'Shift+PageDown': (day) => dayInMonth(day, addMonths(monthOf(day), 12)),
  Home: (day) => `${monthOf(day)}-01`,
  End: (day) => addDays(`${addMonths(monthOf(day), 1)}-01`, -1),
}

const isWithin = (day: string, from: string | undefined, to: string | undefined) =>
  from !== undefined && to !== undefined && day >= from && day < to
