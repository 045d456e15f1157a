import { Calendar } from 'lucide-react'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { Field } from '../../ui/Field.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/select/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { readDateTime, writeDateTime } from './dateTimeText.ts'
import { type CustomRange, type EndMode, GRAINS, type Grain, type RangeEnd } from './frames.ts'
import { MonthGrid } from './MonthGrid.tsx'
import css from './TimeRangeEditor.module.css'

const texts = defineTexts('control.timeRange.custom', {
  since: 'START (INCLUSIVE)',
  until: 'END (EXCLUSIVE)',
  specific: 'Specific Date/Time',
  relative: 'Relative Date/Time',
  now: 'Now',
  midnight: 'Midnight',
  datetime: '{end}: date and time',
  day: '{end}: day',
  unreadable: 'Enter a date as YYYY-MM-DD, optionally with a time as HH:MM:SS',
  amount: '{end}: number',
  grain: '{end}: unit',
  anchor: 'Anchor to',
  anchorNow: 'NOW',
  anchorDate: 'Date/Time',
  before:
    '{grain, select, second {Seconds Before} minute {Minutes Before} hour {Hours Before} day {Days Before} week {Weeks Before} month {Months Before} quarter {Quarters Before} other {Years Before}}',
  after:
    '{grain, select, second {Seconds After} minute {Minutes After} hour {Hours After} day {Days After} week {Weeks After} month {Months After} quarter {Quarters After} other {Years After}}',
})

export interface CustomRangeFieldsProps {
  range: CustomRange
  /** a day in the month at which the calendars open; if absent, the month of the range */
  opensAt?: string
  onChange: (range: CustomRange) => void
  /** whether every field contains a valid time */
  onReadable: (isReadable: boolean) => void
}

type Side = 'since' | 'until'

/** Both ends of a custom range with their calendars, and the anchor if both are relative. */
export function CustomRangeFields({ range, opensAt, onChange, onReadable }: CustomRangeFieldsProps) {
  const t = useText()
  // a narrow screen shows the calendar of the end that was used last
  const [touched, setTouched] = useState<Side>('since')
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set())
  const isAnchored = range.since.mode === 'relative' && range.until.mode === 'relative'
  const isBoth = range.since.mode === 'specific' && range.until.mode === 'specific'

  function mark(field: string, isReadable: boolean) {
    const next = new Set(unreadable)
    if (isReadable) next.delete(field)
    else next.add(field)
    setUnreadable(next)
    onReadable(next.size === 0)
  }

  function setDay(side: Side, day: string) {
    const end = range[side]
    mark(side, true)
    onChange({ ...range, [side]: { ...end, datetime: `${day}${end.datetime.slice(10)}` } })
  }

  const sides: Side[] = ['since', 'until']
  return (
    <>
      <div className={css.ends}>
        {sides.map((side) => (
          <EndFields
            key={side}
            side={side}
            end={range[side]}
            onChange={(end) => {
              if (end.mode !== 'specific') mark(side, true)
              onChange({ ...range, [side]: end })
            }}
            onTouch={() => setTouched(side)}
            onReadable={(isReadable) => mark(side, isReadable)}
          />
        ))}
        {isAnchored ? (
          <div className={css.anchor}>
            <Field label={t(texts.anchor)}>
              <Select
                label={t(texts.anchor)}
                value={range.anchor === 'now' ? 'now' : 'date'}
                onChange={(next) => {
                  mark('anchor', true)
                  onChange({ ...range, anchor: next === 'now' ? 'now' : range.until.datetime })
                }}
                options={[
                  { value: 'now', label: t(texts.anchorNow) },
                  { value: 'date', label: t(texts.anchorDate) },
                ]}
              />
            </Field>
            {range.anchor === 'now' ? null : (
              <DateTimeField
                label={t(texts.datetime, { end: t(texts.anchor) })}
                value={range.anchor}
                onChange={(anchor) => onChange({ ...range, anchor })}
                onReadable={(isReadable) => mark('anchor', isReadable)}
              />
            )}
          </div>
        ) : null}
      </div>
      <div className={css.months} data-both={isBoth ? '' : undefined}>
        {sides.map((side) =>
          range[side].mode === 'specific' ? (
            <div
              key={side}
              className={css.monthOf}
              data-side={side}
              data-touched={!isBoth || touched === side ? '' : undefined}
            >
              <MonthGrid
                label={t(texts.day, { end: t(texts[side]) })}
                day={range[side].datetime.slice(0, 10)}
                opensAt={opensAt}
                onChange={(day) => setDay(side, day)}
                from={isBoth ? range.since.datetime.slice(0, 10) : undefined}
                to={isBoth ? range.until.datetime.slice(0, 10) : undefined}
              />
            </div>
          ) : null,
        )}
      </div>
    </>
  )
}

interface EndFieldsProps {
  side: Side
  end: RangeEnd
  onChange: (end: RangeEnd) => void
  onTouch: () => void
  onReadable: (isReadable: boolean) => void
}

function EndFields({ side, end, onChange, onTouch, onReadable }: EndFieldsProps) {
  const t = useText()
  const name = t(texts[side])
  const direction = side === 'since' ? texts.before : texts.after
  return (
    <fieldset className={css.end} onFocus={onTouch}>
      <legend>{name}</legend>
      <Select<EndMode>
        label={name}
        value={end.mode}
        onChange={(mode) => onChange({ ...end, mode: mode ?? 'specific' })}
        options={[
          { value: 'specific', label: t(texts.specific) },
          { value: 'relative', label: t(texts.relative) },
          { value: 'now', label: t(texts.now) },
          { value: 'today', label: t(texts.midnight) },
        ]}
      />
      {end.mode === 'specific' ? (
        <DateTimeField
          label={t(texts.datetime, { end: name })}
          value={end.datetime}
          onChange={(datetime) => onChange({ ...end, datetime })}
          onReadable={onReadable}
        />
      ) : null}
      {end.mode === 'relative' ? (
        <div className={css.relative}>
          <NumberField
            hideLabel
            label={t(texts.amount, { end: name })}
            min={1}
            value={end.amount}
            onChange={(amount) => onChange({ ...end, amount: Math.max(1, Math.round(amount ?? 1)) })}
          />
          <Select<Grain>
            label={t(texts.grain, { end: name })}
            value={end.grain}
            onChange={(grain) => onChange({ ...end, grain: grain ?? 'day' })}
            searchable={false}
            options={GRAINS.map((grain) => ({ value: grain, label: t(direction, { grain }) }))}
          />
        </div>
      ) : null}
    </fieldset>
  )
}

interface DateTimeFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  onReadable: (isReadable: boolean) => void
}

/** A date, optionally with a time of day, as text. An invalid text remains and is marked. */
function DateTimeField({ label, value, onChange, onReadable }: DateTimeFieldProps) {
  const t = useText()
  const { locale } = useIntl()
  const [draft, setDraft] = useState<{ text: string; over: string }>()
  const isOwn = draft?.over === value
  return (
    <TextField
      hideLabel
      label={label}
      icon={<Calendar size={14} />}
      spellCheck={false}
      dir="ltr"
      autoComplete="off"
      placeholder="YYYY-MM-DD HH:MM:SS"
      error={isOwn && readDateTime(draft.text, locale) === undefined ? t(texts.unreadable) : undefined}
      value={isOwn ? draft.text : writeDateTime(value)}
      onChange={(text) => {
        const time = readDateTime(text, locale)
        setDraft({ text, over: time ?? value })
        onReadable(time !== undefined)
        if (time !== undefined) onChange(time)
      }}
      onBlur={() => {
        if (draft && readDateTime(draft.text, locale) !== undefined) setDraft(undefined)
      }}
    />
  )
}
