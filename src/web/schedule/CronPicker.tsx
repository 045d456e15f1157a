import { pageLanguage } from '../ui/pageLanguage.ts'
import { MultiSelect, Select } from '../ui/select/Select.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './CronPicker.module.css'
import {
  CRON_PERIODS,
  type CronField,
  type CronParts,
  fieldsOf,
  formatCron,
  parseCron,
  rangeOf,
  withPeriod,
} from './cronParts.ts'

const texts = defineTexts('cronPicker', {
  every: 'Every',
  year: 'year',
  month: 'month',
  week: 'week',
  day: 'day',
  hour: 'hour',
  minute: 'minute',
  months: 'in',
  days: 'on day',
  weekDays: 'on',
  hours: 'at',
  minutes: ':',
  minutesOfHour: 'at',
  minuteEnd: 'minute(s)',
  anyMonth: 'every month',
  anyDay: 'every day',
  anyWeekDay: 'every day of the week',
  anyHour: 'every hour',
  anyMinute: 'every minute',
})

const names: Record<CronField, (typeof texts)[keyof typeof texts]> = {
  months: texts.anyMonth,
  days: texts.anyDay,
  weekDays: texts.anyWeekDay,
  hours: texts.anyHour,
  minutes: texts.anyMinute,
}

/** Whether a field is part of the time of day: hours and minutes stay on one line if there is room for both. */
const ofDay = (field: CronField) => field === 'hours' || field === 'minutes'

/** A schedule as a sentence whose parts can be selected: every week on MON at 12 : 0. */
export function CronPicker({ value, onChange }: { value: string; onChange: (crontab: string) => void }) {
  const t = useText()
  const parts = parseCron(value)
  if (!parts) return null
  const fields = fieldsOf[parts.period]
  const wordBefore = (field: CronField) =>
    field === 'minutes' && parts.period === 'hour' ? t(texts.minutesOfHour) : t(texts[field])
  const select = (field: CronField) => (
    <FieldSelect key={field} field={field} parts={parts} word={wordBefore(field)} onChange={onChange} />
  )
  return (
    <div className={css.picker}>
      <span>{t(texts.every)}</span>
      <span className={css.field}>
        <Select
          label={t(texts.every)}
          options={CRON_PERIODS.map((period) => ({ value: period, label: t(texts[period]) }))}
          value={parts.period}
          onChange={(period) => period !== undefined && onChange(formatCron(withPeriod(parts, period)))}
        />
      </span>
      {fields.filter((field) => !ofDay(field)).map(select)}
      {parts.period === 'minute' ? null : <span className={css.time}>{fields.filter(ofDay).map(select)}</span>}
      {parts.period === 'hour' ? <span>{t(texts.minuteEnd)}</span> : null}
    </div>
  )
}

interface FieldSelectProps {
  field: CronField
  parts: CronParts
  word: string
  onChange: (crontab: string) => void
}

function FieldSelect({ field, parts, word, onChange }: FieldSelectProps) {
  const t = useText()
  const [first, last] = rangeOf[field]
  const values = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  return (
    // the word stays on the line of its field
    <span className={css.group}>
      <span>{word}</span>
      <span className={css.field}>
        <MultiSelect
          label={t(names[field])}
          placeholder={t(names[field])}
          options={values.map((value) => ({ value, label: labelOf(field, value) }))}
          value={parts[field]}
          onChange={(chosen) => onChange(formatCron({ ...parts, [field]: chosen }))}
        />
      </span>
    </span>
  )
}

/** Short names of months and days of the week: JAN, MON in English, as in cron. */
function labelOf(field: CronField, value: number): string {
  // 1 March 2026 is a Sunday
  if (field === 'months') return nameOf({ month: 'short' }, Date.UTC(2026, value - 1, 1))
  if (field === 'weekDays') return nameOf({ weekday: 'short' }, Date.UTC(2026, 2, 1 + value))
  return String(value)
}

const nameOf = (format: Intl.DateTimeFormatOptions, at: number) =>
  new Intl.DateTimeFormat(pageLanguage(), { ...format, timeZone: 'UTC' }).format(at).toLocaleUpperCase(pageLanguage())
