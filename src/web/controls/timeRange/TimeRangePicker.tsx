import { useQuery } from '@tanstack/react-query'
import { Calendar } from 'lucide-react'
import { useContext } from 'react'
import { timeRangeQuery } from '../../api/timeRange.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import { formatActualRange, frameOf, NO_FILTER } from './frames.ts'
import { CalendarDataset, ShownZone } from './shownZone.ts'
import css from './TimeRangePicker.module.css'
import { TimeRangePopover } from './TimeRangePopover.tsx'

const texts = defineTexts('control.timeRange', { noFilter: 'No filter' })

export interface TimeRangePickerProps {
  /** undefined: no filter */
  value: string | undefined
  onChange: (value: string | undefined) => void
  label: string
  id?: string
  /** display name of the column or filter of the range */
  column?: string
}

/**
 * A button with the current range, which opens the editor. Last, Previous and No filter show their text, with the dates
 * as tooltip. Custom and Advanced show the dates, which may be truncated, so the tooltip contains dates and text.
 */
export function TimeRangePicker({ value, onChange, label, id, column }: TimeRangePickerProps) {
  const t = useText()
  const frame = frameOf(value)
  const zone = useContext(ShownZone)
  const dataset = useContext(CalendarDataset)
  const actual = useQuery({
    ...timeRangeQuery(value ?? NO_FILTER, zone, dataset),
    enabled: frame !== 'No filter',
  }).data
  const dates = actual ? formatActualRange(actual.since, actual.until, column) : undefined
  const words = value ?? t(texts.noFilter)
  const isDated = frame === 'Custom' || frame === 'Advanced'
  const shown = isDated ? (dates ?? words) : words
  return (
    <TimeRangePopover value={value} column={column} onApply={(next) => onChange(next === NO_FILTER ? undefined : next)}>
      <button
        type="button"
        id={id}
        className={css.button}
        aria-label={`${label}: ${shown}`}
        title={isDated && dates ? `${dates}\n${words}` : dates}
      >
        <Calendar size={14} />
        <span className={value === undefined ? css.placeholder : css.text} dir="auto">
          {shown}
        </span>
      </button>
    </TimeRangePopover>
  )
}
