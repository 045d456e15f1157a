import { useState } from 'react'
import type { ConditionalRule } from '../../../charts/shared/fields.ts'
import { GenericType } from '../../../model/dataset/dataset.ts'
import { defineTexts, useText } from '../../ui/text.ts'
import { listOf, moved, placed, without } from '../listEdits.ts'
import { type OpenEditor, PillBox } from '../pills/PillBox.tsx'
import { useResultColumns } from '../resultColumns.ts'
import type { ControlProps } from '../source.ts'
import { RuleEditor } from './RuleEditor.tsx'
import { ruleText } from './rule.ts'

const texts = defineTexts('control.conditionalFormatting', {
  add: 'Add new color formatter',
  editor: 'Conditional formatting',
})

/** Rules that color cells; the last matching rule takes precedence. */
export function ConditionalFormattingControl({ control, value, onChange, errors }: ControlProps) {
  const t = useText()
  const [open, setOpen] = useState<OpenEditor>()
  const rules = listOf<ConditionalRule>(value)
  const columns = useResultColumns().filter((column) => column.type === GenericType.numeric)
  const labelOf = (name: string) => columns.find((column) => column.name === name)?.label ?? name
  return (
    <PillBox
      control={control}
      errors={errors}
      pills={rules.map((rule, index) => ({
        key: `${index}:${rule.column}${rule.operator}`,
        label: ruleText(rule, labelOf(rule.column)),
        icon: GenericType.numeric,
      }))}
      hint={t(texts.add)}
      open={open}
      onOpen={setOpen}
      editorLabel={t(texts.editor)}
      editorWidth={320}
      editor={(at) => (
        <RuleEditor
          rule={at === 'new' ? undefined : rules[at]}
          columns={columns}
          onApply={(rule) => {
            setOpen(undefined)
            onChange(placed(rules, at, rule))
          }}
        />
      )}
      onRemove={(index) => onChange(without(rules, index))}
      onMove={(from, to) => onChange(moved(rules, from, to))}
      accepts={() => false}
      onDropItem={() => undefined}
    />
  )
}
