import { Settings } from 'lucide-react'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { defineTexts, useText } from '../ui/text.ts'

const texts = defineTexts('timeFormat', { original: 'Original value' })

export interface TimeFormatNames {
  heading: string
  /** label of its button, for a column */
  ofColumn: (column: string) => string
  formatted: string
}

interface TimeFormatMenuProps {
  names: TimeFormatNames
  column: string
  isOriginal: boolean
  onChange: (isOriginal: boolean) => void
}

/** Whether the times of a column are shown as dates, or as milliseconds like in the result. */
export function TimeFormatMenu({ names, column, isOriginal, onChange }: TimeFormatMenuProps) {
  const t = useText()
  return (
    <Menu
      align="end"
      trigger={<IconButton size="sm" label={names.ofColumn(column)} icon={<Settings size={12} />} />}
      items={[
        { heading: names.heading },
        ...[true, false].map((choice) => ({
          label: choice ? t(texts.original) : names.formatted,
          checked: choice === isOriginal,
          onSelect: () => onChange(choice),
        })),
      ]}
    />
  )
}
