import { CodeField } from '../../ui/code/CodeField.tsx'
import { ControlField } from '../ControlField.tsx'
import type { ControlProps } from '../source.ts'
import { useDraft } from './useDraft.ts'

/** Code in an editor, which is loaded when it is first shown. */
export function CodeControl({ control, value, onChange, errors }: ControlProps) {
  const saved = typeof value === 'string' ? value : String(control.default ?? '')
  const { text, setDraft, settle } = useDraft(saved, onChange)
  return (
    <ControlField control={control} errors={errors}>
      <CodeField
        label={control.label}
        language={control.language ?? 'html'}
        value={text}
        onChange={setDraft}
        onBlur={settle}
        invalid={errors.length > 0}
      />
    </ControlField>
  )
}
