import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useContext, useState } from 'react'
import { bootstrap } from '../../api/bootstrap.ts'
import { type ActualTimeRange, timeRangeQuery } from '../../api/timeRange.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { RadioGroup } from '../../ui/Radio.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { SpinnerRing } from '../../ui/Spinner.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { CustomRangeFields } from './CustomRangeFields.tsx'
import { lengthOf } from './calendar.ts'
import {
  CALENDAR_RANGES,
  COMMON_RANGES,
  calendarStart,
  defaultCustomRange,
  FISCAL_RANGES,
  type Frame,
  formatActualRange,
  formatAdvanced,
  formatCustom,
  frameOf,
  NO_FILTER,
  openingDraft,
  parseAdvanced,
  parseCustom,
} from './frames.ts'
import { lastDayOf, useShownData } from './shownData.ts'
import { CalendarDataset, ShownZone } from './shownZone.ts'
import css from './TimeRangeEditor.module.css'

const texts = defineTexts('control.timeRange.editor', {
  title: 'Edit time range',
  rangeType: 'RANGE TYPE',
  last: 'Last',
  previous: 'Previous',
  custom: 'Custom',
  advanced: 'Advanced',
  noFilter: 'No filter',
  all: 'Rows are not filtered by time.',
  configureLast: 'Configure Time Range: Last...',
  configurePrevious: 'Configure Time Range: Previous...',
  lastDay: 'last day',
  lastWeek: 'last week',
  lastMonth: 'last month',
  lastQuarter: 'last quarter',
  lastYear: 'last year',
  calendarWeek: 'previous calendar week',
  calendarMonth: 'previous calendar month',
  calendarYear: 'previous calendar year',
  fiscalQuarter: 'previous fiscal quarter',
  fiscalYear: 'previous fiscal year',
  fiscalToDate: 'this fiscal year to date',
  start: 'START (INCLUSIVE)',
  end: 'END (EXCLUSIVE)',
  functions: 'Supported expressions',
  close: 'Close',
  length:
    '{unit, select, days {{count, plural, one {# day} other {# days}}} other {{count, plural, one {# hour} other {# hours}}}}',
  actual: 'Actual time range',
  unreadable: 'Enter a date as YYYY-MM-DD, optionally with a time as HH:MM:SS',
  cancel: 'CANCEL',
  apply: 'APPLY',
})

/** Delay after the last key before the request that resolves the draft. */
const debounceMs = 250

export interface TimeRangeEditorProps {
  value: string | undefined
  /** name of the column or filter of the range */
  column?: string
  onCancel: () => void
  onApply: (value: string) => void
}

/** A draft of a time range. Only APPLY returns it, and only after the server has resolved it. */
export function TimeRangeEditor({ value, column, onCancel, onApply }: TimeRangeEditorProps) {
  const t = useText()
  const [today] = useState(localMidnight)
  const [frame, setFrame] = useState<Frame>(() => frameOf(value))
  const [draft, setDraft] = useState(value ?? NO_FILTER)
  // the texts of other range types, and the initial text of the current one
  const [left, setLeft] = useState<Partial<Record<Frame, string>>>({})
  const [started, setStarted] = useState(draft)
  const asked = useDebounced(draft, debounceMs)
  const actual = useQuery(timeRangeQuery(asked, useContext(ShownZone), useContext(CalendarDataset)))
  const shownData = useShownData()
  const [opensAt, setOpensAt] = useState<string>()
  const [isReadable, setIsReadable] = useState(true)
  const isResolved = isReadable && asked === draft && actual.isSuccess
  const isResolving = isReadable && !actual.error && !isResolved

  function changeFrame(next: Frame) {
    setFrame(next)
    setIsReadable(true)
    const opening = openingDraft(next, draft, { before: left[next], isChanged: draft !== started, today })
    setLeft({ ...left, [frame]: draft })
    setStarted(opening)
    setDraft(opening)
    const until = isResolved ? actual.data.until : null
    setOpensAt(calendarStart(opening, { today, until, lastDay: () => lastDayOf(shownData()) }))
  }

  return (
    <form
      className={css.editor}
      aria-label={t(texts.title)}
      onSubmit={(event) => {
        event.preventDefault()
        if (isResolved) onApply(draft)
      }}
    >
      <div className={css.body}>
        <header className={css.head}>
          <h2 className={css.title}>{t(texts.title)}</h2>
          <IconButton size="xs" label={t(texts.close)} icon={<X size={14} />} onClick={onCancel} />
        </header>
        <SegmentedControl
          full
          label={t(texts.rangeType)}
          value={frame}
          onChange={changeFrame}
          options={[
            { value: 'Common', label: t(texts.last) },
            { value: 'Calendar', label: t(texts.previous) },
            { value: 'Custom', label: t(texts.custom) },
            { value: 'Advanced', label: t(texts.advanced) },
            { value: 'No filter', label: t(texts.noFilter) },
          ]}
        />
        {frame === 'Common' ? (
          <RadioGroup
            label={t(texts.configureLast)}
            value={draft}
            onChange={setDraft}
            options={COMMON_RANGES.map((range, index) => ({
              value: range,
              label: t(commonLabels[index] ?? texts.last),
            }))}
          />
        ) : null}
        {frame === 'Calendar' ? (
          <RadioGroup
            label={t(texts.configurePrevious)}
            value={draft}
            onChange={setDraft}
            options={[
              ...CALENDAR_RANGES.map((range, index) => ({
                value: range as string,
                label: t(calendarLabels[index] ?? texts.previous),
              })),
              ...FISCAL_RANGES.filter((range) => bootstrap.common.fiscal || range === draft).map((value) => ({
                value,
                label: t(fiscalLabels[value]),
              })),
            ]}
          />
        ) : null}
        {frame === 'Custom' ? (
          <CustomRangeFields
            range={parseCustom(draft, today) ?? defaultCustomRange(today)}
            opensAt={opensAt}
            onChange={(range) => setDraft(formatCustom(range))}
            onReadable={setIsReadable}
          />
        ) : null}
        {frame === 'No filter' ? <p className={css.all}>{t(texts.all)}</p> : null}
        {frame === 'Advanced' ? <AdvancedFields draft={draft} onChange={setDraft} /> : null}
        <ActualRange
          error={isReadable ? actual.error?.message : t(texts.unreadable)}
          range={isResolving ? undefined : actual.data}
          isResolving={isResolving}
          column={column}
        />
      </div>
      <footer className={css.footer}>
        <Button size="md" onClick={onCancel}>
          {t(texts.cancel)}
        </Button>
        <Button size="md" variant="primary" type="submit" disabled={!isResolved}>
          {t(texts.apply)}
        </Button>
      </footer>
    </form>
  )
}

interface ActualRangeProps {
  error: string | undefined
  /** undefined: not resolved yet */
  range: ActualTimeRange | undefined
  isResolving: boolean
  column: string | undefined
}

/** What the range means now, as the server resolves it. */
function ActualRange({ error, range, isResolving, column }: ActualRangeProps) {
  const t = useText()
  return (
    <output className={css.actual} aria-label={t(texts.actual)} aria-busy={isResolving}>
      <span className={css.actualLabel}>{t(texts.actual)}</span>
      {error !== undefined ? (
        <span className={css.error}>{error}</span>
      ) : range ? (
        <>
          <span className={css.range} dir="ltr">
            {formatActualRange(range.since, range.until, column)}
          </span>
          <Length since={range.since} until={range.until} />
        </>
      ) : (
        <SpinnerRing />
      )}
    </output>
  )
}

const commonLabels = [texts.lastDay, texts.lastWeek, texts.lastMonth, texts.lastQuarter, texts.lastYear]
const fiscalLabels = {
  'previous fiscal quarter': texts.fiscalQuarter,
  'previous fiscal year': texts.fiscalYear,
  'this fiscal year to date': texts.fiscalToDate,
}
const calendarLabels = [texts.calendarWeek, texts.calendarMonth, texts.calendarYear]

function AdvancedFields({ draft, onChange }: { draft: string; onChange: (draft: string) => void }) {
  const t = useText()
  const [since, until] = parseAdvanced(draft)
  return (
    <div className={css.advanced}>
      <TextField label={t(texts.start)} value={since} onChange={(next) => onChange(formatAdvanced(next, until))} />
      <TextField label={t(texts.end)} value={until} onChange={(next) => onChange(formatAdvanced(since, next))} />
      <details className={css.functions}>
        <summary>{t(texts.functions)}</summary>
        <ul>
          {examples.map((example) => (
            <li key={example}>
              <code>{example}</code>
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}

/** One example of each construct that the grammar supports. */
const examples = [
  '2001-01-31, 2001-01-31T08:30:00, now, today',
  '7 days ago, Last week, Next month',
  'DATETIME("2001-01-31")',
  'DATEADD(DATETIME("today"), -1, month)',
  'DATETRUNC(DATETIME("now"), quarter)',
  'LASTDAY(DATETIME("now"), month)',
  'HOLIDAY("christmas", DATETIME("now"), "US")',
]

function Length({ since, until }: { since: string | null; until: string | null }) {
  const t = useText()
  const length = lengthOf(since, until)
  if (length === undefined) return null
  const [unit, count] = 'days' in length ? ['days', length.days] : ['hours', length.hours]
  return <Tag>{t(texts.length, { unit, count })}</Tag>
}

/** Today at midnight by the user's clock, in the grammar. */
function localMidnight(): string {
  const now = new Date()
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}T00:00:00`
}
