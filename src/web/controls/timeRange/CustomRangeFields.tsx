import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/select/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { type CustomRange, type EndMode, GRAINS, type Grain, type RangeEnd } from './frames.ts'
import css from './TimeRangeEditor.module.css'

const texts = defineTexts('control.timeRange.custom', {
  start: 'START (INCLUSIVE)',
  end: 'END (EXCLUSIVE)',
  specific: 'Specific Date/Time',
  relative: 'Relative Date/Time',
  now: 'Now',
  midnight: 'Midnight',
  datetime: '{end}: date and time',
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

/** Both ends of a custom range, and what they count from when both are relative. */
export function CustomRangeFields({ range, onChange }: { range: CustomRange; onChange: (range: CustomRange) => void }) {
  const t = useText()
  const isAnchored = range.since.mode === 'relative' && range.until.mode === 'relative'
  return (
    <div className={css.ends}>
      <EndFields side="start" end={range.since} onChange={(since) => onChange({ ...range, since })} />
      <EndFields side="end" end={range.until} onChange={(until) => onChange({ ...range, until })} />
      {isAnchored ? (
        <div className={css.anchor}>
          <Select
            label={t(texts.anchor)}
            value={range.anchor === 'now' ? 'now' : 'date'}
            onChange={(next) => onChange({ ...range, anchor: next === 'now' ? 'now' : range.until.datetime })}
            options={[
              { value: 'now', label: t(texts.anchorNow) },
              { value: 'date', label: t(texts.anchorDate) },
            ]}
          />
          {range.anchor === 'now' ? null : (
            <DateTimeField
              label={t(texts.anchor)}
              value={range.anchor}
              onChange={(anchor) => onChange({ ...range, anchor })}
            />
          )}
        </div>
      ) : null}
    </div>
  )
}

function EndFields({
  side,
  end,
  onChange,
}: {
  side: 'start' | 'end'
  end: RangeEnd
  onChange: (end: RangeEnd) => void
}) {
  const t = useText()
  const name = t(texts[side])
  const direction = side === 'start' ? texts.before : texts.after
  return (
    <fieldset className={css.end}>
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

/** The browser's own date and time field; its text lacks the seconds where they are zero. */
function DateTimeField({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) {
  return (
    <TextField
      hideLabel
      label={label}
      type="datetime-local"
      step={1}
      value={value}
      onChange={(next) => {
        if (next) onChange(next.length === 16 ? `${next}:00` : next.slice(0, 19))
      }}
    />
  )
}
