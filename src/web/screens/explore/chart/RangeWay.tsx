import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { comparedRange } from '../../../../model/explore/comparedRange.ts'
import { TimeRangeEditor } from '../../../controls/timeRange/TimeRangeEditor.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useExplore } from '../state/exploreContext.ts'

const texts = defineTexts('explore.rangeWay', { edit: 'Edit time range' })

/** Sets the time range that a comparison with an earlier time needs, and runs the query. */
export function RangeWay({ size }: { size: 'xs' | 'sm' }) {
  const t = useText()
  const { form, rules, dataset, apply } = useExplore()
  const [isOpen, setIsOpen] = useState(false)
  const range = comparedRange(form, new Set(rules.map(({ name }) => name)), dataset.main_dttm_col)
  const column = dataset.columns.find(({ column_name }) => column_name === range?.column)
  // an axis of texts has no range
  if (range === undefined || column?.is_dttm === false) return null
  return (
    <Popover
      label={t(texts.edit)}
      width={600}
      flush
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button size={size} icon={<CalendarRange size={13} />}>
          {t(texts.edit)}
        </Button>
      }
    >
      <TimeRangeEditor
        value={range.value}
        column={range.column}
        onCancel={() => setIsOpen(false)}
        onApply={(next) => {
          setIsOpen(false)
          apply(range.withRange(next))
        }}
      />
    </Popover>
  )
}
