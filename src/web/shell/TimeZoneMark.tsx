import { Globe } from 'lucide-react'
import { useState } from 'react'
import { type OddDay, oddDays } from '../../model/time/timeZone.ts'
import { DAY_MS } from '../../model/time/wallClock.ts'
import { bootstrap } from '../api/bootstrap.ts'
import { Popover } from '../ui/Popover.tsx'
import { pageLanguage } from '../ui/pageLanguage.ts'
import { defineTexts, useText } from '../ui/text.ts'
import css from './TimeZoneMark.module.css'

const texts = defineTexts('timeZone', {
  label: 'Time zone: {zone}',
  shown: 'Times are shown in {zone}. The data has times of {data}.',
  days: 'Days that do not have 24 hours:',
  short: '{day} has {hours, number} hours: the clock skips from {from} to {to}.',
  long: '{day} has {hours, number} hours: the time from {from} to {to} occurs twice, and charts by hour or finer add up both.',
})

/** Clock changes are listed within this time in ms before and after now: one year each. */
const SPAN_MS = 366 * DAY_MS

/** Shows the time zone of a page if it differs from that of the data, and the days on which its clocks change. */
export default function TimeZoneMark({ zone }: { zone: string }) {
  const t = useText()
  return (
    <Popover
      label={t(texts.label, { zone })}
      width={360}
      side="bottom"
      trigger={
        <button type="button" className={css.mark} aria-label={t(texts.label, { zone })}>
          <Globe size={14} />
          <span className={css.zone}>{zone}</span>
        </button>
      }
    >
      <TimeZoneFacts zone={zone} />
    </Popover>
  )
}

function TimeZoneFacts({ zone }: { zone: string }) {
  const t = useText()
  const [now] = useState(Date.now)
  const days = oddDays(zone, now - SPAN_MS, now + SPAN_MS)
  const written = (wallMs: number, format: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(pageLanguage(), { ...format, timeZone: 'UTC' }).format(wallMs)
  const clock = (wallMs: number) => written(wallMs, { timeStyle: 'short' })
  const sentence = ({ day, hours, from, lengthMs }: OddDay) =>
    t(hours < 24 ? texts.short : texts.long, {
      day: written(day, { dateStyle: 'long' }),
      hours,
      from: clock(from),
      to: clock(from + lengthMs),
    })
  return (
    <div className={css.text}>
      <p>{t(texts.shown, { zone, data: bootstrap.common.time_zone ?? 'UTC' })}</p>
      {days.length === 0 ? null : (
        <>
          <p>{t(texts.days)}</p>
          <ul className={css.days}>
            {days.map((each) => (
              <li key={each.day}>{sentence(each)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
