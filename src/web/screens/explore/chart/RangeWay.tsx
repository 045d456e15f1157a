import { CalendarRange } from 'lucide-react'
import { comparedRange } from '../../../../model/explore/comparedRange.ts'
import { TimeRangePopover } from '../../../controls/timeRange/TimeRangePopover.tsx'
import { Button } from '../../../ui/Button.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useExplore } from '../state/exploreContext.ts'

const texts = defineTexts('explore.rangeWay', { edit: 'Edit time range' })

/** A button to edit the time range that a comparison with an earlier time needs; applying it runs the query. */
export function RangeWay({ size }: { size: 'xs' | 'sm' }) {
  const t = useText()
  const { form, rules, dataset, apply } = useExplore()
  const range = comparedRange(form, new Set(rules.map(({ name }) => name)), dataset.main_dttm_col)
  const column = dataset.columns.find(({ column_name }) => column_name === range?.column)
  // an axis of texts has no time range
  if (range === undefined || column?.is_dttm === false) return null
  return (
    <TimeRangePopover value={range.value} column={range.column} onApply={(next) => apply(range.withRange(next))}>
      <Button size={size} icon={<CalendarRange size={13} />}>
        {t(texts.edit)}
      </Button>
    </TimeRangePopover>
  )
}
