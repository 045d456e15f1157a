import { CalendarDays, CaseSensitive, Hash, Sigma, SquareFunction, ToggleLeft } from 'lucide-react'
import { GenericType } from '../../model/dataset/dataset.ts'
import { LabelledIcon } from '../ui/LabelledIcon.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './TypeIcon.module.css'

const texts = defineTexts('control.type', {
  temporal: 'temporal',
  numeric: 'numeric',
  string: 'text',
  boolean: 'boolean',
  metric: 'metric',
  sql: 'SQL',
})

export type IconKind = GenericType | 'metric' | 'sql'

/** The icon for the kind of a column or metric. */
export function TypeIcon({ kind }: { kind: IconKind }) {
  const t = useText()
  const { icon: Icon, text } = icons[kind]
  return (
    <LabelledIcon label={t(text)} className={css.icon}>
      <Icon size={14} />
    </LabelledIcon>
  )
}

const icons = {
  [GenericType.temporal]: { icon: CalendarDays, text: texts.temporal },
  [GenericType.numeric]: { icon: Hash, text: texts.numeric },
  [GenericType.string]: { icon: CaseSensitive, text: texts.string },
  [GenericType.boolean]: { icon: ToggleLeft, text: texts.boolean },
  metric: { icon: Sigma, text: texts.metric },
  sql: { icon: SquareFunction, text: texts.sql },
} as const
