import { useState } from 'react'
import { Popover, type PopoverProps } from '../../ui/Popover.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { TimeRangeEditor } from './TimeRangeEditor.tsx'

const texts = defineTexts('control.timeRange', { edit: 'Edit time range' })

interface TimeRangePopoverProps {
  value: string | undefined
  /** display name of the column or filter of the range */
  column: string | undefined
  onApply: (value: string) => void
  /** the button that opens it */
  children: PopoverProps['trigger']
}

/** The editor of a time range next to its button; it closes when a range is applied. */
export function TimeRangePopover({ value, column, onApply, children }: TimeRangePopoverProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <Popover label={t(texts.edit)} width={600} flush open={isOpen} onOpenChange={setIsOpen} trigger={children}>
      <TimeRangeEditor
        value={value}
        column={column}
        onCancel={close}
        onApply={(next) => {
          close()
          onApply(next)
        }}
      />
    </Popover>
  )
}
