import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { timeRangeQuery } from '../../api/timeRange.ts'
import { Button } from '../../ui/Button.tsx'
import { RadioGroup } from '../../ui/Radio.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { SpinnerRing } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { CustomRangeFields } from './CustomRangeFields.tsx'
import {
  CALENDAR_RANGES,
  COMMON_RANGES,
  defaultCustomRange,
  type Frame,
  formatActualRange,
  formatAdvanced,
  formatCustom,
  frameOf,
  NO_FILTER,
  parseAdvanced,
  parseCustom,
} from './frames.ts'
import css from './TimeRangeEditor.module.css'

const texts = defineTexts('control.timeRange.editor', {
  title: 'Edit time range',
  rangeType: 'RANGE TYPE',
  last: 'Last',
  previous: 'Previous',
  custom: 'Custom',
  advanced: 'Advanced',
  noFilter: 'No filter',
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
  start: 'START (INCLUSIVE)',
  end: 'END (EXCLUSIVE)',
  advancedHint: 'Dates, "now", "7 days ago", DATEADD(DATETIME("today"), -1, month) ...',
  actual: 'Actual time range',
  cancel: 'CANCEL',
  apply: 'APPLY',
})

/** Time between the last key and the question to the server what the draft means. */
const debounceMs = 250

/** A draft of a time range; only APPLY gives it out, and only once the server could resolve it. */
export function TimeRangeEditor({
  value,
  onCancel,
  onApply,
}: {
  value: string | undefined
  onCancel: () => void
  onApply: (value: string) => void
}) {
  const t = useText()
  const [today] = useState(localMidnight)
  const [frame, setFrame] = useState<Frame>(() => frameOf(value))
  const [draft, setDraft] = useState(value ?? NO_FILTER)
  const asked = useDebounced(draft)
  const actual = useQuery(timeRangeQuery(asked))
  const isResolved = asked === draft && actual.isSuccess

  function changeFrame(next: Frame) {
    setFrame(next)
    if (next === 'Common') setDraft(COMMON_RANGES[1])
    else if (next === 'Calendar') setDraft(CALENDAR_RANGES[0])
    else if (next === 'Custom') setDraft(formatCustom(parseCustom(draft, today) ?? defaultCustomRange(today)))
    else if (next === 'No filter') setDraft(NO_FILTER)
    else if (draft === NO_FILTER) setDraft(formatAdvanced('', ''))
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
        <h2 className={css.title}>{t(texts.title)}</h2>
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
            options={CALENDAR_RANGES.map((range, index) => ({
              value: range,
              label: t(calendarLabels[index] ?? texts.previous),
            }))}
          />
        ) : null}
        {frame === 'Custom' ? (
          <CustomRangeFields
            range={parseCustom(draft, today) ?? defaultCustomRange(today)}
            onChange={(range) => setDraft(formatCustom(range))}
          />
        ) : null}
        {frame === 'Advanced' ? <AdvancedFields draft={draft} onChange={setDraft} /> : null}
        <div className={css.actual} role="status" aria-label={t(texts.actual)}>
          <span className={css.actualLabel}>{t(texts.actual)}</span>
          {actual.error ? (
            <span className={css.error}>{actual.error.message}</span>
          ) : actual.data && isResolved ? (
            <span className={css.range}>{formatActualRange(actual.data.since, actual.data.until)}</span>
          ) : (
            <SpinnerRing />
          )}
        </div>
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

const commonLabels = [texts.lastDay, texts.lastWeek, texts.lastMonth, texts.lastQuarter, texts.lastYear]
const calendarLabels = [texts.calendarWeek, texts.calendarMonth, texts.calendarYear]

function AdvancedFields({ draft, onChange }: { draft: string; onChange: (draft: string) => void }) {
  const t = useText()
  const [since, until] = parseAdvanced(draft)
  return (
    <div className={css.advanced}>
      <TextField label={t(texts.start)} value={since} onChange={(next) => onChange(formatAdvanced(next, until))} />
      <TextField label={t(texts.end)} value={until} onChange={(next) => onChange(formatAdvanced(since, next))} />
      <p className={css.hint}>{t(texts.advancedHint)}</p>
    </div>
  )
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Today at midnight by the reader's clock, as the grammar writes it. */
function localMidnight(): string {
  const now = new Date()
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}T00:00:00`
}
